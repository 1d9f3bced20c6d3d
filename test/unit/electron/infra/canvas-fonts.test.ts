import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawable, missingNote, shippedFontFile } from '../../../../electron/infra/canvas-fonts.ts';

const from = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

test('the shipped font has every ideograph of GBK, and rare ones of names, within 12 MB', () => {
  const decoder = new TextDecoder('gb18030');
  const ideographs = from(0x81, 0xfe)
    .flatMap((row) => from(0x40, 0xfe).map((cell) => decoder.decode(new Uint8Array([row, cell]))))
    .filter((one) => /^\p{Script=Han}$/u.test(one));
  expect(ideographs.length).toBeGreaterThan(20_902);
  expect(drawable(ideographs.join('')).missing).toEqual([]);
  // 通用规范汉字表 has some beyond GBK, most of them beyond 16 bits.
  expect(drawable('㙦㛃㭎䴖䗪𠅤𡎚𣗋𤧛𥻗𦭜𨱇𩾌𪟝𫖮𫟼𬀩𬘭𬬭𬭸𬱖𬴊𬸚').missing).toEqual([]);
  expect(statSync(shippedFontFile()).size).toBeLessThan(12_000_000);
});

test('what it lacks is drawn as 〓 and named', () => {
  const { text, missing } = drawable('甲𰻝乙');
  expect([text, missing]).toEqual(['甲〓乙', ['𰻝']]);
  expect(missingNote(missing)).toContain('U+30EDD');
});
