import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutExif } from '../../../../renderer/canvas/stored-pixels.ts';

const joined = (bytes: readonly number[]): readonly number[] =>
  withoutExif(Uint8Array.from(bytes)).flatMap((piece) => Array.from(piece));

const ascii = (text: string): readonly number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const segment = (marker: number, body: readonly number[]): readonly number[] => [
  0xff,
  marker,
  (body.length + 2) >> 8,
  (body.length + 2) & 255,
  ...body,
];
const exif = segment(0xe1, [...ascii('Exif\0\0'), 1, 2, 3]);
const jfif = segment(0xe0, [...ascii('JFIF\0'), 9, 9]);
const xmp = segment(0xe1, [...ascii('http://ns.adobe.com/xap/1.0/\0'), 7]);
const scan = [...segment(0xda, [0]), 1, 2, 0xff, 0, 3, ...exif, 0xff, 0xd9];
const start = [0xff, 0xd8];

describe('JPEG', () => {
  test('loses only its EXIF', () => {
    expect(joined([...start, ...jfif, ...exif, ...xmp, ...scan])).toEqual([
      ...start,
      ...jfif,
      ...xmp,
      ...scan,
    ]);
  });
  test('loses its EXIF after fill bytes', () => {
    expect(joined([...start, 0xff, 0xff, ...exif, ...scan])).toEqual([...start, 0xff, 0xff, ...scan]);
  });
  test('is unchanged without EXIF', () => {
    expect(joined([...start, ...jfif, ...scan])).toEqual([...start, ...jfif, ...scan]);
  });
  test('ends at an EXIF in which it is truncated', () => {
    expect(joined([...start, ...exif.slice(0, 10)])).toEqual(start);
  });
});

describe('PNG', () => {
  const chunk = (name: string, body: readonly number[]): readonly number[] => [
    0,
    0,
    0,
    body.length,
    ...ascii(name),
    ...body,
    1,
    2,
    3,
    4,
  ];
  const head = [0x89, ...ascii('PNG\r\n\x1a\n'), ...chunk('IHDR', [1, 2, 3])];
  const tail = [...chunk('IDAT', [5, 6]), ...chunk('IEND', [])];
  test('loses only its EXIF', () => {
    expect(joined([...head, ...chunk('eXIf', [8, 8]), ...tail])).toEqual([...head, ...tail]);
  });
});

test('leaves any other bytes unchanged', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      fc.pre(bytes[0] !== 0xff && bytes[0] !== 0x89);
      expect(joined([...bytes])).toEqual([...bytes]);
    }),
  );
});

test('never hangs on hostile bytes after a valid header, and never adds any', () => {
  const heads = [start, [0x89, ...ascii('PNG\r\n\x1a\n')]];
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 300 }), (head, bytes) => {
      expect(joined([...head, ...bytes]).length).toBeLessThanOrEqual(head.length + bytes.length);
    }),
  );
});
