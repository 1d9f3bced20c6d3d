import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { sha256Of } from '../../../../electron/infra/bytes.ts';
import { loadShippedFont, shippedFontFile } from '../../../../electron/infra/canvas-fonts.ts';
import { findSeen } from '../../../../electron/intake/seen-places.ts';
import { cornersOf, type Box } from '../../../../shared/geometry.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { ofd, textObject } from '../../../samples/digital/ofd-file.ts';
import { invoiceText, pdf } from '../../../samples/digital/pdf-file.ts';

/** Whether the text of each place of a file can be seen. */
const seenIn = async (name: string, bytes: Buffer, places: readonly Box[]) => {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, bytes);
  const quads = places.map(cornersOf);
  const seen = await findSeen({ path, page: 1, originalSha256: sha256Of(bytes), quads });
  return seen?.map(({ isSeen }) => isSeen);
};

const texts = ['*纸制品*复印纸', '¥1,785.10', '-0.01', '一、1-l|i.', 'A 1　b；：“丨”（十）'];
const size = 9;
const heightOf = (line: number): number => 800 - 30 * line;
/** Half of an em for each Latin character. */
const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, one) => sum + (/[ -~]/u.test(one) ? size / 2 : size), 0);
const placeOf = (text: string, line: number): Box => ({
  x: 50,
  y: 842 - heightOf(line) - 0.86 * size,
  w: widthOf(text),
  h: size,
});

const resources =
  '/ExtGState << /Light << /ca 0.12 >> /Lid << /ca 0.85 >> /Screen << /BM /Screen >> >> ' +
  '/Pattern << /P0 << /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 0] ' +
  '/Function << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [1] /N 1 >> /Extend [true true] >> >> >>';

type Way = (text: string, box: string, x: number, y: number) => string;
/** How text can be hidden so that no rule about its painting knows of it. */
const ways: Readonly<Record<string, Way>> = {
  'a pattern in the colour of the paper': (text) => `q /Pattern cs /P0 scn ${text} Q`,
  'dashes without end': (text) => `q 1 Tr [0 100000] 50 d ${text} Q`,
  'a light grey that is almost transparent': (text) => `q 0.5 g /Light gs ${text} Q`,
  'three covers that each let some through': (text, box) =>
    `${text} q 1 g /Lid gs ${`${box} re f `.repeat(3)} Q`,
  'a cover that is blended': (text, box) => `${text} q 1 g /Screen gs ${box} re f Q`,
  'grey squares of text': (text, _, x, y) =>
    `${text} q 0.8 g ${Array.from({ length: 14 }, (__, at) => `BT /F2 16 Tf ${x - 1 + 5 * at} ${y - 4} Td <25a0> Tj ET`).join(' ')} Q`,
};

describe('text of a PDF', () => {
  test.each(Object.entries(ways))(
    'is not seen if all but its first character is hidden by %s',
    async (_, hide) => {
      const content = texts.map((text, line) => {
        const [first = '', ...rest] = Array.from(text);
        const [x, y] = [50 + widthOf(first), heightOf(line)];
        const box = `${x + 0.5} ${y - 2} ${widthOf(text)} ${size + 3}`;
        return `${invoiceText(first, 50, y, size)} ${hide(invoiceText(rest.join(''), x, y, size), box, x, y)}`;
      });
      const seen = await seenIn(
        'a.pdf',
        pdf([{ content: content.join('\n'), resources }]),
        texts.map(placeOf),
      );
      expect(seen).toEqual(texts.map(() => false));
    },
  );

  it('is seen, with blanks, thin characters and signs', async () => {
    for (const type of [5, 9, 24]) {
      const scale = type / size;
      const content = texts.map((text, line) => invoiceText(text, 50, heightOf(line), type));
      const places = texts.map((text, line) => {
        const { x, y, w, h } = placeOf(text, line);
        return { x, y: y + h * 0.86 * (1 - scale), w: w * scale, h: h * scale };
      });
      const seen = await seenIn('a.pdf', pdf([{ content: content.join('\n') }]), places);
      expect(seen).toEqual(texts.map(() => true));
    }
  });

  it('is seen where a hidden text stands between its characters', async () => {
    const content = `${invoiceText('12 34', 50, 700, 9)} 3 Tr ${invoiceText('9', 59, 700, 9)}`;
    const seen = await seenIn('a.pdf', pdf([{ content }]), [placeOf('12 34', 100 / 30)]);
    expect(seen).toEqual([true]);
  });

  it('is seen in a font that states no widths', async () => {
    const fonts =
      '/F4 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 49 /LastChar 49 /Widths [0] >>';
    const content = [0, 1, 2].map((at) => `BT /F4 9 Tf ${50 + 5 * at} 700 Td (1) Tj ET`).join('\n');
    const seen = await seenIn('a.pdf', pdf([{ content, fonts }]), [placeOf('1111', 100 / 30)]);
    expect(seen).toEqual([true]);
  });

  it('is seen at the place of a text of two rows', async () => {
    const content = [invoiceText('*信息技术服务*全', 50, 700, 9), invoiceText('套', 50, 689, 9)].join('\n');
    const seen = await seenIn('a.pdf', pdf([{ content }]), [{ x: 50, y: 134, w: 90, h: 21 }]);
    expect(seen).toEqual([true]);
  });

  test.each(['1', '.', '-'])('is not seen without its %s', async (one) => {
    const parts = ['-82', '.', '10'].map((part) => (one === '-' ? part.replace('-', '') : part));
    const shown = invoiceText(parts.join('').replace(one, ' '), 50 + (one === '-' ? 4.5 : 0), 700, 9);
    const at = 50 + 4.5 * '-82.10'.indexOf(one);
    const content = `${shown} ${ways['a pattern in the colour of the paper']?.(invoiceText(one, at, 700, 9), '', 0, 0)}`;
    const seen = await seenIn('a.pdf', pdf([{ content, resources }]), [placeOf('-82.10', 100 / 30)]);
    expect(seen).toEqual([false]);
  });
});

const mm = (box: Box): Box => ({ x: box.x / 2, y: box.y / 2, w: box.w / 2, h: box.h / 2 });
const lid = ({ x, y, w, h }: Box, attributes: string): string =>
  `<ofd:PathObject Boundary="${x} ${y} ${w} ${h}" Fill="true" Stroke="false" ${attributes}><ofd:FillColor Value="255 255 255"/><ofd:AbbreviatedData>M 0 0 L ${w} 0 L ${w} ${h} L 0 ${h} C</ofd:AbbreviatedData></ofd:PathObject>`;

describe('text of an OFD', () => {
  const covers: Readonly<Record<string, (box: Box) => string>> = {
    nothing: () => '',
    'three covers that each let some through': (box) => lid(box, 'Alpha="217"').repeat(3),
    'a cover that is blended': (box) => lid(box, 'BlendMode="Lighten"'),
  };
  test.each(Object.entries(covers))(
    'is seen only if no character of it is hidden: by %s',
    async (name, cover) => {
      const places = texts.map((text, line) => mm({ ...placeOf(text, 0), y: 100 + 30 * line }));
      const objects = texts.map((text, line) => {
        const { x, y, w, h } = places[line] ?? { x: 0, y: 0, w: 0, h: 0 };
        const first = widthOf(Array.from(text)[0] ?? '') / 2;
        const over = cover({ x: x + first, y: y - 0.3, w: w + 2, h: h + 0.6 });
        return textObject({ text, x, y: y + 0.86 * h, size: h }) + over;
      });
      const bytes = ofd({ pages: [{ objects: objects.join(''), box: '0 0 210 297' }] });
      expect(await seenIn('a.ofd', bytes, places)).toEqual(texts.map(() => name === 'nothing'));
    },
  );

  it('is seen where a hidden text stands between its characters, or a mark without a shape', async () => {
    const white = '<ofd:FillColor Value="255 255 255"/>';
    const objects =
      textObject({ text: '12 34\u2060', x: 20, y: 50, size: 4 }) +
      textObject({ text: '9', x: 24, y: 50, size: 4, children: white });
    const seen = await seenIn('a.ofd', ofd({ pages: [{ objects }] }), [{ x: 20, y: 46.5, w: 15, h: 4 }]);
    expect(seen).toEqual([true]);
  });

  it('is seen in an embedded font that is narrower than is assumed without distances', async () => {
    await loadShippedFont();
    const objects = textObject({ text: 'iiiiiiii', x: 20, y: 50, size: 4, code: 'X="0" Y="4"' });
    const fonts =
      '<ofd:Fonts><ofd:Font ID="1" FontName="own"><ofd:FontFile>a.ttf</ofd:FontFile></ofd:Font></ofd:Fonts>';
    const media = { 'a.ttf': readFileSync(shippedFontFile()) };
    const bytes = ofd({ pages: [{ objects }], resources: fonts, media });
    expect(await seenIn('a.ofd', bytes, [{ x: 20, y: 46.5, w: 16, h: 4 }])).toEqual([true]);
  });
});
