import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { onEnter } from '../../../../../electron/hosts/browser/sessions.ts';

const given = async (isTTY: boolean | undefined): Promise<number> => {
  const input = Object.assign(new PassThrough(), isTTY === undefined ? {} : { isTTY });
  let count = 0;
  onEnter(input, () => {
    count += 1;
  });
  input.end('\n\n');
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  return count;
};

test('prints a new address for each Enter in a terminal', async () => {
  expect(await given(true)).toBe(2);
});

test('prints no address if a program provides the input', async () => {
  expect(await given(false)).toBe(0);
  expect(await given(undefined)).toBe(0);
});
