import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cleanFont, glyphCharacter } from '../../../../../../electron/extract/document/ofd/draw/font-file.ts';
import { openOfdPages } from '../../../../../../electron/extract/document/ofd/draw/open-pages.ts';
import {
  emsOf,
  layoutText,
  readDeltas,
} from '../../../../../../electron/extract/document/ofd/text-layout.ts';
import { shippedFontFile } from '../../../../../../electron/infra/canvas-fonts.ts';
import { seededRandom } from '../../../../../samples/random.ts';
import { mutate } from '../../../../../helpers/mutate.ts';
import { ofd, packOfd, textObject, type OfdWriting } from '../../../../../samples/digital/ofd-file.ts';

const dpi = 254;
const perMm = dpi / 25.4;

const draw = async (bytes: Buffer, page = 1): Promise<Canvas> => {
  const opened = await openOfdPages(bytes);
  if (!opened.ok) throw new Error(opened.failure.detail ?? opened.failure.reason);
  const drawn = await opened.value.drawPage(page, { dpi });
  opened.value.close();
  if (!drawn.ok) throw new Error(drawn.failure.detail ?? drawn.failure.reason);
  return drawn.value;
};

type Ink = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };

/** The bounding box of everything that is not white, in millimetres. */
const inkOf = (
  canvas: Canvas,
  is: (r: number, g: number, b: number) => boolean = (r) => r < 128,
): Ink | null => {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      if (!is(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)) continue;
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
    }
  if (right < 0) return null;
  return {
    x: left / perMm,
    y: top / perMm,
    w: (right + 1 - left) / perMm,
    h: (bottom + 1 - top) / perMm,
  };
};

const page = (objects: string, more: Partial<OfdWriting> = {}, box = '0 0 100 60'): Buffer =>
  ofd({ pages: [{ objects, box }], ...more });

const expectInk = (ink: Ink | null, [x, y, w, h]: readonly [number, number, number, number]): void => {
  expect(ink).not.toBeNull();
  for (const [key, value] of [
    ['x', x],
    ['y', y],
    ['w', w],
    ['h', h],
  ] as const)
    expect(Math.abs((ink?.[key] ?? 1e9) - value), `${key} ${JSON.stringify(ink)}`).toBeLessThan(0.5);
};

const isRed = (r: number, g: number): boolean => r > 180 && g < 80;
const isGreen = (r: number, g: number): boolean => g > 120 && r < 80;

const solid = (color: string, width = 40, height = 40): Buffer => {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
  return canvas.toBuffer('image/png');
};

const media = (file: string): string =>
  `<ofd:Fonts><ofd:Font ID="1" FontName="宋体"/></ofd:Fonts><ofd:MultiMedias><ofd:MultiMedia ID="6" Type="Image"><ofd:MediaFile>${file}</ofd:MediaFile></ofd:MultiMedia></ofd:MultiMedias>`;

const square = (x: number, color: string): string =>
  `<ofd:PathObject Boundary="${x} 10 10 10" Stroke="false" Fill="true"><ofd:FillColor Value="${color}"/><ofd:AbbreviatedData>M 0 0 L 10 0 L 10 10 L 0 10 C</ofd:AbbreviatedData></ofd:PathObject>`;

describe('the position of drawn content', () => {
  it('is correct for a filled path, with its boundary, its matrix and the page’s own origin', async () => {
    const path =
      '<ofd:PathObject Boundary="30 20 20 10" CTM="2 0 0 2 0 0" Stroke="false" Fill="true"><ofd:FillColor Value="255 0 0"/><ofd:AbbreviatedData>M 0 0 L 5 0 L 5 2.5 L 0 2.5 C</ofd:AbbreviatedData></ofd:PathObject>';
    expectInk(inkOf(await draw(page(path)), isRed), [30, 20, 10, 5]);
    expectInk(inkOf(await draw(page(path, {}, '10 5 90 55')), isRed), [20, 15, 10, 5]);
  });

  it('is correct for curves and arcs', async () => {
    const circle =
      '<ofd:PathObject Boundary="10 10 20 20" LineWidth="0.5"><ofd:AbbreviatedData>S 0 10 A 10 10 0 0 1 20 10 A 10 10 0 0 1 0 10 C</ofd:AbbreviatedData></ofd:PathObject>';
    expectInk(inkOf(await draw(page(circle))), [10, 10, 20, 20]);
    const curve =
      '<ofd:PathObject Boundary="0 0 60 60" LineWidth="0.4"><ofd:AbbreviatedData>M 10 40 Q 20 20 30 40 B 35 50 45 50 50 40</ofd:AbbreviatedData></ofd:PathObject>';
    expectInk(inkOf(await draw(page(curve))), [10, 30, 40, 17.5]);
  });

  it('is correct for text with runs of distances, with each glyph in its cell', async () => {
    const text = textObject({
      x: 20,
      y: 30,
      text: '国国国国',
      size: 5,
      code: 'X="0" Y="5" DeltaX="g 2 10 20"',
    });
    const canvas = await draw(page(text));
    expectInk(inkOf(canvas), [20.3, 25.6, 44.4, 4.6]);
    const { data } = canvas.getContext('2d').getImageData(36 * perMm, 20 * perMm, 3 * perMm, 15 * perMm);
    expect(data.every((value) => value === 255)).toBe(true);
  });

  it('is correct for rotated, scaled and stretched text', async () => {
    const turned = textObject({ x: 20, y: 30, text: '国', size: 5, attributes: 'CTM="0 1 -1 0 5 0"' });
    expectInk(inkOf(await draw(page(turned))), [19.6, 25.5, 4.5, 4.2]);
    const narrowed = textObject({ x: 20, y: 30, text: '国', size: 5, attributes: 'HScale="0.5"' });
    expectInk(inkOf(await draw(page(narrowed))), [20.2, 25.6, 2.2, 4.6]);
  });

  it('is correct for an image in its boundary', async () => {
    const image = '<ofd:ImageObject ID="3" CTM="20 0 0 10 0 0" Boundary="15 25 20 10" ResourceID="6"/>';
    const bytes = page(image, { resources: media('a.png'), media: { 'a.png': solid('#ff0000') } });
    expectInk(inkOf(await draw(bytes), isRed), [15, 25, 20, 10]);
  });

  it('is correct for a template below, an annotation above, and a composite object', async () => {
    const composite = `<ofd:CompositeGraphicUnits><ofd:CompositeGraphicUnit ID="5" Width="10" Height="10"><ofd:Content>${square(0, '0 160 0')}</ofd:Content></ofd:CompositeGraphicUnit></ofd:CompositeGraphicUnits>`;
    const bytes = ofd({
      pages: [
        {
          objects: `${square(15, '0 0 255')}<ofd:CompositeObject Boundary="60 20 10 20" ResourceID="5"/>`,
          box: '0 0 100 60',
          template: '1',
        },
      ],
      templates: { '1': square(10, '255 0 0') },
      annotations: `<ofd:Annot Type="Stamp" ID="4"><ofd:Appearance Boundary="20 0 20 20">${square(0, '255 255 0')}</ofd:Appearance></ofd:Annot>`,
      resources: composite,
    });
    const canvas = await draw(bytes);
    expectInk(inkOf(canvas, isRed), [10, 10, 5, 10]);
    expectInk(inkOf(canvas, isGreen), [60, 30, 10, 10]);
    expectInk(
      inkOf(canvas, (r, _, b) => b > 180 && r < 80),
      [15, 10, 5, 10],
    );
    expectInk(
      inkOf(canvas, (r, g, b) => r > 180 && g > 180 && b < 80),
      [20, 10, 10, 10],
    );
  });

  it('is correct for a part of the page at its own resolution', async () => {
    const path =
      '<ofd:PathObject Boundary="30 20 10 5" Stroke="false" Fill="true"><ofd:FillColor Value="255 0 0"/><ofd:AbbreviatedData>M 0 0 L 10 0 L 10 5 L 0 5 C</ofd:AbbreviatedData></ofd:PathObject>';
    const opened = await openOfdPages(page(path));
    if (!opened.ok) throw new Error(opened.failure.reason);
    const drawn = await opened.value.drawPage(1, { dpi: 2540, region: { x: 35, y: 22, w: 10, h: 6 } });
    if (!drawn.ok) throw new Error(drawn.failure.reason);
    expect([drawn.value.width, drawn.value.height]).toEqual([1000, 600]);
    const ink = inkOf(drawn.value, isRed);
    expect([ink?.w, ink?.h].map((side) => Math.round((side ?? 0) * perMm))).toEqual([500, 300]);
  });
});

const rect = (attributes: string, children: string): string =>
  `<ofd:PathObject Boundary="10 10 20 20" ${attributes}>${children}<ofd:AbbreviatedData>M 0 0 L 20 0 L 20 20 L 0 20 C</ofd:AbbreviatedData></ofd:PathObject>`;

describe('painting', () => {
  it('leaves a filled path without a colour transparent', async () => {
    const ink = inkOf(await draw(page(rect('Fill="true" Stroke="false"', ''))));
    expect(ink).toBeNull();
  });

  it('applies the clips of an object', async () => {
    const clip =
      '<ofd:Clips><ofd:Clip><ofd:Area><ofd:Path Boundary="5 5 5 5"><ofd:AbbreviatedData>M 0 0 L 5 0 L 5 5 L 0 5 C</ofd:AbbreviatedData></ofd:Path></ofd:Area></ofd:Clip></ofd:Clips>';
    const object = rect('Fill="true" Stroke="false"', `${clip}<ofd:FillColor Value="255 0 0"/>`);
    expectInk(inkOf(await draw(page(object)), isRed), [15, 15, 5, 5]);
  });

  it('uses colours, widths and dashes of draw parameters, including hexadecimal and CMYK', async () => {
    const resources =
      '<ofd:ColorSpaces><ofd:ColorSpace ID="2" Type="CMYK"/></ofd:ColorSpaces><ofd:DrawParams><ofd:DrawParam ID="8" LineWidth="2"/><ofd:DrawParam ID="9" Relative="8"><ofd:StrokeColor Value="0 255 255 0" ColorSpace="2"/></ofd:DrawParam></ofd:DrawParams>';
    const line =
      '<ofd:PathObject Boundary="10 10 40 10" DrawParam="9"><ofd:AbbreviatedData>M 0 5 L 40 5</ofd:AbbreviatedData></ofd:PathObject>';
    expectInk(inkOf(await draw(page(line, { resources })), isRed), [10, 14, 40, 2]);
    const hex = rect('Fill="true" Stroke="false"', '<ofd:FillColor Value="#ff #0 #0"/>');
    expectInk(inkOf(await draw(page(hex)), isRed), [10, 10, 20, 20]);
  });

  it('draws text in the shipped font if its own font is missing', async () => {
    const text = textObject({ x: 10, y: 30, text: '麒麟俪玖佰圆整¥⊗', size: 6, font: '77' });
    const ink = inkOf(await draw(page(text)));
    expect(ink?.w).toBeGreaterThan(45);
  });
});

describe('an embedded font', () => {
  const bytes = readFileSync(shippedFontFile());

  it('is rewritten with its own glyphs, and drawn by character or by index', async () => {
    const clean = cleanFont(bytes);
    if (!clean) throw new Error('not clean');
    const id = clean.characters.get('国'.codePointAt(0) ?? 0);
    expect(id).toBeGreaterThan(0);
    expect(glyphCharacter(0)).toBe('\u{f0000}');
    const resources =
      '<ofd:Fonts><ofd:Font ID="1" FontName="AAAAAA+x"><ofd:FontFile>a.ttf</ofd:FontFile></ofd:Font></ofd:Fonts>';
    const more = { resources, media: { 'a.ttf': bytes } };
    const byCharacter = await draw(page(textObject({ x: 20, y: 30, text: '国', size: 20 }), more));
    const byIndex = await draw(
      page(
        textObject({
          x: 20,
          y: 30,
          text: '\ue001',
          size: 20,
          children: `<ofd:CGTransform CodePosition="0" CodeCount="1" GlyphCount="1"><ofd:Glyphs>${id}</ofd:Glyphs></ofd:CGTransform>`,
        }),
        more,
      ),
    );
    expect(inkOf(byIndex)).toEqual(inkOf(byCharacter));
    expect(inkOf(byIndex)?.w).toBeGreaterThan(15);
  });

  it('is drawn or refused after random changes, and never crashes the process', async () => {
    const small = bytes.subarray(0, 400_000);
    const random = seededRandom(3);
    for (let round = 0; round < 40; round += 1) cleanFont(mutate(small, random, Buffer.from('other')));
    for (let round = 0; round < 6; round += 1) {
      const broken = Buffer.from(bytes);
      for (let flip = 0; flip < 200; flip += 1)
        broken[Math.floor(random() * broken.length)] = Math.floor(random() * 256);
      const resources =
        '<ofd:Fonts><ofd:Font ID="1" FontName="x"><ofd:FontFile>a.ttf</ofd:FontFile></ofd:Font></ofd:Fonts>';
      const canvas = await draw(
        page(textObject({ x: 20, y: 30, text: '国A', size: 20 }), { resources, media: { 'a.ttf': broken } }),
      );
      expect(canvas.width).toBe(1000);
    }
  }, 60_000);
});

describe('the layout of text', () => {
  it('expands runs, and repeats the last distance if some are missing', () => {
    expect(readDeltas('g 3 1.5 2 g 2 3', 6)).toEqual([1.5, 1.5, 1.5, 2, 3, 3]);
    expect(readDeltas('1.59', 4)).toEqual([1.59, 1.59, 1.59, 1.59]);
    expect(readDeltas('g 14 3.175 1.59', 16)?.slice(13)).toEqual([3.175, 1.59, 1.59]);
    expect(readDeltas('g 1000000000 1', 3)).toEqual([1, 1, 1]);
    expect(readDeltas('', 3)).toBeNull();
    expect(readDeltas(undefined, 3)).toBeNull();
  });

  it('uses the glyphs’ natural distances if none are stated', () => {
    const code = { name: 'TextCode', attributes: { X: '1', Y: '5' }, children: [], text: '国A国' };
    const { glyphs } = layoutText(
      {
        name: 'TextObject',
        attributes: { Size: '4' },
        children: [code],
        text: '',
      },
      emsOf,
    );
    expect(glyphs.map(({ x, y }) => [x, y])).toEqual([
      [1, 5],
      [5, 5],
      [7, 5],
    ]);
  });
});

it('numbers the pages of all documents, and reports missing ones', async () => {
  const parts = packOfd({ 'OFD.xml': '<OFD><DocBody><DocRoot>no.xml</DocRoot></DocBody></OFD>' });
  expect(await openOfdPages(parts)).toMatchObject({ ok: false, failure: { reason: 'damaged' } });
  const opened = await openOfdPages(ofd({ pages: [{ objects: '' }, { objects: '', box: '0 0 50 50' }] }));
  if (!opened.ok) throw new Error(opened.failure.reason);
  expect(opened.value.pageCount).toBe(2);
  expect(opened.value.sizeOf(1)).toEqual({ ok: true, value: { width: 210, height: 140 } });
  expect(opened.value.sizeOf(2)).toEqual({ ok: true, value: { width: 50, height: 50 } });
  expect(opened.value.sizeOf(3)).toMatchObject({ ok: false });
});
