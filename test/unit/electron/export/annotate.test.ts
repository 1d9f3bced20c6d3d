import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { annotate, chooseFont, placeLabels } from '../../../../electron/export/annotate.ts';
import { marksOf } from '../../../../electron/export/annotate-marks.ts';
import type { ExportPage } from '../../../../electron/export/export-page.ts';
import { boundsOf, type Box } from '../../../../shared/geometry.ts';
import { face, facePage, failedPage, invoice, invoicePage, quadAt } from './pages.ts';

const blank = (width = 900, height = 600, type: 'png' | 'jpeg' = 'png') => {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  return type === 'png' ? canvas.encode('png') : canvas.encode('jpeg', 100);
};

/** Reads the pixels of a PNG by position. */
const pixelsOf = async (png: Buffer) => {
  const image = await loadImage(png);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const isDrawn = (x: number, y: number) => {
    const at = (Math.round(y) * image.width + Math.round(x)) * 4;
    return [0, 1, 2].some((channel) => (data[at + channel] ?? 255) < 245);
  };
  const drawnIn = ({ x, y, w, h }: Box) => {
    let count = 0;
    for (let dy = 0; dy < h; dy += 1)
      for (let dx = 0; dx < w; dx += 1) if (isDrawn(x + dx, y + dy)) count += 1;
    return count;
  };
  return { width: image.width, height: image.height, isDrawn, drawnIn };
};

const draw = async (page: ExportPage, options = {}, picture = blank()) =>
  pixelsOf(await annotate(await picture, page, 'zh', options));

describe('the annotated picture', () => {
  it('has the size of the picture, with every quad drawn on its edges', async () => {
    const page = invoicePage();
    const pixels = await draw(page);
    expect(pixels).toMatchObject({ width: 900, height: 600 });
    for (const { quad } of Object.values(page.invoice?.origins ?? {})) {
      const [tl, tr, br, bl] = quad ?? quadAt(0, 0);
      for (const [a, b] of [
        [tl, tr],
        [tr, br],
        [br, bl],
        [bl, tl],
      ] as const) {
        expect(pixels.isDrawn(a.x, a.y)).toBe(true);
        expect(pixels.isDrawn((a.x + b.x) / 2, (a.y + b.y) / 2)).toBe(true);
      }
    }
  });

  it('writes values with control characters', async () => {
    const odd = 'a\u0000b\u0007\u001b[31m\u009fc\ud800';
    const pixels = await draw(invoicePage(invoice({ number: odd, total: odd })));
    expect(pixels).toMatchObject({ width: 900, height: 600 });
  });

  it('keeps the print inside a quad readable, and writes the value next to it', async () => {
    const pixels = await draw(invoicePage());
    expect(pixels.drawnIn({ x: 605, y: 45, w: 90, h: 10 })).toBe(0);
    expect(pixels.drawnIn({ x: 600, y: 20, w: 60, h: 18 })).toBeGreaterThan(300);
  });

  it('draws boxes, points and tags of faces', async () => {
    const page = facePage([face({ box: { x: 300, y: 200, w: 120, h: 150 }, points: [{ x: 340, y: 250 }] })]);
    const pixels = await draw(page);
    expect(pixels.isDrawn(300, 275)).toBe(true);
    expect(pixels.isDrawn(420, 350)).toBe(true);
    expect(pixels.isDrawn(340, 250)).toBe(true);
    expect(pixels.isDrawn(360, 300)).toBe(false);
    expect(pixels.drawnIn({ x: 300, y: 120, w: 120, h: 78 })).toBeGreaterThan(1000);
  });

  it('is marked if it contains demo data or failed', async () => {
    const corner = { x: 0, y: 0, w: 60, h: 12 };
    expect((await draw(invoicePage())).drawnIn(corner)).toBe(0);
    expect((await draw(invoicePage(invoice(), { demo: true }))).drawnIn(corner)).toBeGreaterThan(200);
    expect((await draw(failedPage())).drawnIn(corner)).toBeGreaterThan(200);
  });

  it('scales quads to a picture of another size than the sent one', async () => {
    const pixels = await draw(invoicePage(), {}, blank(1800, 1200));
    expect(pixels.isDrawn(1200, 80)).toBe(true);
    expect(pixels.isDrawn(1300, 80)).toBe(true);
  });

  it('accepts jpeg, and rejects data that is not a picture', async () => {
    const pixels = await draw(invoicePage(), {}, blank(900, 600, 'jpeg'));
    expect(pixels.isDrawn(500, 400)).toBe(true);
    await expect(annotate(Buffer.from('no picture'), invoicePage(), 'zh')).rejects.toThrow();
  });

  it('draws quads that extend over the edge, and faces without a box', async () => {
    const page = invoicePage();
    const origins = { total: { raw: '', score: null, quad: quadAt(850, 590, 400, 400), steps: [] } };
    await draw({ ...page, invoice: page.invoice && { ...page.invoice, origins } });
    await draw(facePage([face({ box: null })]));
  });
});

describe('outlines of values', () => {
  it('have the colour of the worst finding, and are merged if values share an origin', () => {
    const page = invoicePage();
    const shared = { raw: '', score: 1, quad: quadAt(10, 10), steps: [] };
    const marks = marksOf(
      {
        ...page,
        invoice: page.invoice && {
          ...page.invoice,
          origins: { code: shared, number: shared, total: { ...shared, quad: quadAt(50, 50) } },
        },
      },
      'zh',
    );
    expect(marks.map(({ label, tone }) => [label, tone])).toEqual([
      [['4200161350', '00512384'], 'sound'],
      [['200.00'], 'warn'],
    ]);
  });

  it('show the regions if no value has an origin', () => {
    const page = invoicePage();
    const marks = marksOf({ ...page, invoice: page.invoice && { ...page.invoice, origins: {} } }, 'zh');
    expect(marks.map(({ label }) => label)).toEqual([['¥200.00']]);
  });

  it('can be written without Chinese fonts', () => {
    const page = invoicePage();
    const origins = {
      'seller.name': { raw: '', score: 1, quad: quadAt(1, 1), steps: [] },
      total: { raw: '', score: 1, quad: quadAt(2, 2), steps: [] },
    };
    const marks = marksOf({ ...page, invoice: page.invoice && { ...page.invoice, origins } }, 'zh');
    const plain = marks.flatMap(({ plainLabel }) => plainLabel);
    expect(plain).toContain('200.00');
    expect(plain.join('')).toMatch(/^[\x20-\x7e]+$/u);
    expect(marksOf(facePage(), 'zh')[0]?.plainLabel.join(' ')).toBe(
      '#1 0.987 Beard no, Expression happy Gender female, Glasses yes Hair long, Mask 7',
    );
  });
});

describe('the choice of fonts', () => {
  it('prefers Chinese sans serif, and reports a missing Chinese font', () => {
    expect(chooseFont(['Arial', 'SimSun', 'Microsoft YaHei'])).toEqual({
      families: '"Microsoft YaHei", "Arial", sans-serif',
      hasChinese: true,
    });
    expect(chooseFont(['DejaVu Sans'])).toEqual({ families: '"DejaVu Sans", sans-serif', hasChinese: false });
    expect(chooseFont([])).toEqual({ families: 'sans-serif', hasChinese: false });
  });

  it('draws a picture without any font', async () => {
    const pixels = await draw(invoicePage(), { families: [] });
    expect(pixels.isDrawn(600, 40)).toBe(true);
  });
});

const at = (x: number, y: number) => ({ outline: quadAt(x, y), size: { w: 100, h: 16 } });
const overlaps = (a: Box, b: Box) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

describe('label positions', () => {
  it('stay inside the picture', () => {
    for (const box of placeLabels([at(0, 0), at(850, 0), at(0, 590), at(850, 590)], { w: 900, h: 600 })) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.x + box.w).toBeLessThanOrEqual(900);
      expect(box.y + box.h).toBeLessThanOrEqual(600);
    }
  });

  it('overlap no outline and no other label if there is room', () => {
    const labels = [at(100, 100), at(100, 130), at(300, 100), at(300, 122)];
    const boxes = placeLabels(labels, { w: 900, h: 600 });
    for (const [index, box] of boxes.entries()) {
      for (const { outline } of labels) expect(overlaps(box, boundsOf(outline))).toBe(false);
      for (const other of boxes.slice(index + 1)) expect(overlaps(box, other)).toBe(false);
    }
  });

  it('are found quickly for ten thousand faces', () => {
    const start = performance.now();
    const many = Array.from({ length: 9999 }, (_, index) => at(index % 900, index % 600));
    expect(placeLabels(many, { w: 900, h: 600 })).toHaveLength(9999);
    expect(performance.now() - start).toBeLessThan(4000);
  });
});
