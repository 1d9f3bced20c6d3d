import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import {
  darkestChannel,
  isBlankPage,
  pageInk,
  type GreyPage,
} from '../../../../../electron/formats/pictures/blank-page.ts';
import { randomFrom } from '../../../../helpers/random.ts';
import { requireScanFonts } from '../../../../helpers/scans/print.ts';

// The family `sans-serif` depends on the system, and on what other tests register.
requireScanFonts();

const [width, height] = [707, 1000];

/** A drawn page with the noise of a scanner, as the darkest of its channels. */
const drawn = (draw: (context: SKRSContext2D) => void, { paper = '#f6f5f0', noise = 2 } = {}): GreyPage => {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = paper;
  context.fillRect(0, 0, width, height);
  draw(context);
  const random = randomFrom(5).next;
  const rgba = canvas.data();
  const data = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    for (let channel = 0; channel < 3; channel += 1) {
      const spread = (random() + random() + random() - 1.5) * 2 * noise;
      data[pixel * 3 + channel] = Math.max(0, Math.min(255, (rgba[pixel * 4 + channel] ?? 0) + spread));
    }
  return darkestChannel({ data, width, height });
};

const page = (...how: Parameters<typeof drawn>): boolean => isBlankPage(drawn(...how));

/** Rows of small marks, as a form of an invoice has them. */
const form = (context: SKRSContext2D, colour: string): void => {
  context.fillStyle = colour;
  context.strokeStyle = colour;
  context.font = '13px "Scan Sans"';
  for (let y = 120; y < 480; y += 28) context.fillText('No 87654321  2010-11-18  5999.00  1019.83', 90, y);
  context.strokeRect(70, 100, 560, 400);
};

describe('a page is blank', () => {
  test('without ink', () => {
    expect(page(() => {})).toBe(true);
  });
  test('with a streak of the scanner from edge to edge, and a torn corner', () => {
    const streaked = page((context) => {
      context.fillStyle = '#333';
      context.fillRect(500, 0, 2, height);
      context.beginPath();
      context.moveTo(0, 0);
      context.lineTo(60, 0);
      context.lineTo(0, 80);
      context.fill();
    });
    expect(streaked).toBe(true);
  });
  test('with dust, a hair and the shadow of the scanner’s edge', () => {
    const random = randomFrom(11).next;
    const dusty = page((context) => {
      context.fillStyle = '#333';
      context.fillRect(0, 0, width, 22);
      context.fillRect(0, 0, 14, height);
      for (let speck = 0; speck < 60; speck += 1)
        context.fillRect(random() * width, random() * height, 1.5, 1.5);
      context.fillRect(300, 400, 26, 1.5);
    });
    expect(dusty).toBe(true);
  });
  test('if only the other side shines through', () => {
    const mirrored = page((context) => {
      context.translate(width, 0);
      context.scale(-1, 1);
      form(context, 'rgba(0, 0, 0, 0.07)');
    });
    expect(mirrored).toBe(true);
  });
});

describe('a page is not blank', () => {
  test.each(['#000000', '#8a8a8a', '#c4c4c4', '#b0c4ff', '#ffb4b4'])('with an invoice in %s', (colour) => {
    expect(page((context) => form(context, colour))).toBe(false);
  });
  test('with one line of faint print', () => {
    const faint = page((context) => {
      context.fillStyle = '#b8b8b8';
      context.font = '13px "Scan Sans"';
      context.fillText('No 87654321 2010-11-18', 90, 300);
    });
    expect(faint).toBe(false);
  });
  test('with rows that touch each other and the border, as text does that is set closely', () => {
    const full = page((context) => {
      context.fillStyle = '#a0a0a0';
      for (let y = 0; y < height; y += 12) {
        context.fillRect(0, y, width, 2);
        for (let x = (y * 7) % 30; x < width; x += 30) context.fillRect(x, y, 2, 12);
      }
    });
    expect(full).toBe(false);
  });
  test('if it is dark, coloured or noisy', () => {
    expect(page(() => {}, { paper: '#404040' })).toBe(false);
    expect(page(() => {}, { paper: '#ffd800' })).toBe(false);
    expect(page(() => {}, { noise: 60 })).toBe(false);
  });
  test('if it is too small to say', () => {
    expect(isBlankPage({ data: new Uint8Array(900).fill(255), width: 30, height: 30 })).toBe(false);
  });
});

describe('the ink of a page reaches', () => {
  test('from the first to the last mark, whatever dust lies beside', () => {
    const { reach } = pageInk(
      drawn((context) => {
        form(context, '#000000');
        context.fillStyle = '#333';
        context.fillRect(300, 900, 1.5, 1.5);
      }),
    );
    expect(reach.across).toBeCloseTo(560 / width, 1);
    expect(reach.down).toBeCloseTo(400 / height, 1);
  });
  test('as far as the picture, if it shows more than paper', () => {
    const dark = drawn((context) => form(context, '#000000'), { paper: '#404040' });
    expect(pageInk(dark).reach).toEqual({ across: 1, down: 1 });
  });
});
