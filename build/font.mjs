// `node build/font.mjs NotoSerifSC_400Regular.ttf`: makes the bundled font from the full one, which is in the
// package @expo-google-fonts/noto-serif-sc (68 MB, and therefore not a dependency).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { root } from './install.mjs';

const decoder = new TextDecoder('gb18030');
const rows = [...range(0xa1, 0xa9), ...range(0xb0, 0xf7)];

/**
 * @param {number} from
 * @param {number} to inclusive
 */
function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** GB 2312: its symbols and the ideographs of levels 1 and 2. */
const gb2312 = rows
  .flatMap((row) => range(0xa1, 0xfe).map((cell) => decoder.decode(new Uint8Array([row, cell]))))
  .filter((character) => character.length === 1 && character !== '\ufffd');
const latin = [...range(0x20, 0x7e), ...range(0xa0, 0x17f)].map((code) => String.fromCodePoint(code));
/** Ideographs missing from GB 2312: in names of people and companies, and in traditional amounts. */
const more =
  '堃喆玥翀祎珺赟昇晟甯淼垚犇骉镕瑄玹珮旻昉暐煊煜琤瑆璟璠骐骎镔锳頔湉濛槙榕楙貳參陸萬億圓負壹拾佰仟發票購買銷售';
const symbols = '⊗⨂€‘’“”–—…‰№℃〇〔〕【】￥（）％＊：；，．／';

const [source] = process.argv.slice(2);
if (!source) throw new Error('Name the full font: node build/font.mjs NotoSerifSC_400Regular.ttf');
const text = `${latin.join('')}${gb2312.join('')}${more}${symbols}`;
const font = await subsetFont(readFileSync(source), text, { targetFormat: 'sfnt', noLayoutClosure: true });
writeFileSync(join(root, 'electron', 'fonts', 'noto-serif-sc.ttf'), font);
