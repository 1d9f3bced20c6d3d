import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { qrTextsIn } from '../../../../electron/formats/qr/find-qr.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const samples = fileURLToPath(new URL('../../../../samples', import.meta.url));

const read = async (name: string, encoding: 'jpg' | 'png' | 'bmp') => {
  const path = join(samples, name);
  return qrTextsIn({ path, bytes: (await readFile(path)).length, encoding });
};

test('reads the code of a scan, a photo and a bitmap', async () => {
  expect(await read('digital-ordinary.png', 'png')).toEqual([
    '01,32,,24512000000186420573,1300.00,20240528,,4B88,',
  ]);
  expect(await read('ordinary-paper-photo.jpg', 'jpg')).toEqual([
    expect.stringContaining('28304471,2867.93'),
  ]);
  expect(await read('electronic-special-monochrome.bmp', 'bmp')).toHaveLength(1);
});

test('returns none for a picture without a code, and for data that is not a picture', async () => {
  expect(await read('face-portrait.jpg', 'jpg')).toEqual([]);
  const path = join(await temporaryFolder(), 'none.jpg');
  await writeFile(path, 'no picture');
  expect(await qrTextsIn({ path, bytes: 10, encoding: 'jpg' })).toEqual([]);
});

test('returns null for a missing or incomplete file', async () => {
  const path = join(samples, 'digital-ordinary.png');
  expect(await qrTextsIn({ path, bytes: 10, encoding: 'png' })).toBeNull();
  expect(await qrTextsIn({ path: `${path}.gone`, bytes: 10, encoding: 'png' })).toBeNull();
});
