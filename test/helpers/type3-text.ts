import { pdf } from '../samples/digital/pdf-file.ts';
import { pageOf } from './hidden-text.ts';

/** Two bars for each character, which is this wide and as high as an em of so many units. */
const characterOf = (width: number, units: number): Buffer => {
  const numbers = (...parts: readonly number[]): string => parts.map((part) => part * units).join(' ');
  const bar = (bottom: number, height: number): string =>
    `${numbers(0.15 * width, bottom, 0.7 * width, height)} re f`;
  return Buffer.from(`${width * units} 0 ${numbers(0, -0.1, width, 0.8)} d1 ${bar(0, 0.1)} ${bar(0.5, 0.2)}`);
};

const isNarrow = (one: string): boolean => /^[ -~]$/u.test(one);

const hexOf = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/**
 * A generated PDF with its Chinese texts in a Type 3 font of the same widths.
 * @param units how many units of the font are an em: 1 as cairo writes it, or as many as a picture has rows
 * @param before operators before the texts
 */
export const inType3 = (bytes: Buffer, units: number, before = ''): Buffer => {
  const { content, box } = pageOf(bytes);
  const codes = new Map<string, number>();
  const changed = content.replaceAll(
    /\/F[23] (\S+)( Tf .*?)<([0-9a-f]+)>/giu,
    (_, size: string, place: string, hex: string) => {
      const text = Array.from(Buffer.from(hex, 'hex').swap16().toString('utf16le'));
      for (const one of text) if (!codes.has(one)) codes.set(one, codes.size + 1);
      return `/F4 ${Number(size) / units}${place}<${text.map((one) => hexOf(codes.get(one) ?? 0, 2)).join('')}>`;
    },
  );
  const characters = [...codes.keys()];
  const table = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /T3 def
1 begincodespacerange <00> <ff> endcodespacerange
${characters.length} beginbfchar
${characters.map((one, index) => `<${hexOf(index + 1, 2)}> <${Buffer.from(one, 'utf16le').swap16().toString('hex')}>`).join('\n')}
endbfchar endcmap end end`;
  const names = characters.map((one) => (isNarrow(one) ? '/narrow' : '/wide'));
  const widths = characters.map((one) => units * (isNarrow(one) ? 0.5 : 1));
  const fonts =
    `/F4 << /Type /Font /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FontBBox [0 0 0 0] /ToUnicode 10 0 R ` +
    `/CharProcs << /narrow 8 0 R /wide 9 0 R >> /Encoding << /Type /Encoding /Differences [1 ${names.join(' ')}] >> ` +
    `/FirstChar 1 /LastChar ${characters.length} /Widths [${widths.join(' ')}] /Resources << >> >>`;
  const files = [
    { name: 'narrow.bin', bytes: characterOf(0.5, units) },
    { name: 'wide.bin', bytes: characterOf(1, units) },
    { name: 'table.bin', bytes: Buffer.from(table) },
  ];
  return pdf([{ content: `${before} ${changed}`, box, fonts }], undefined, files);
};
