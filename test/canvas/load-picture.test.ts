import { expect, test } from 'vitest';
import { loadPicture } from '../../renderer/canvas/load-picture.ts';
import { expectQuietConsole } from './helpers/quiet.ts';

expectQuietConsole();

/** A JPEG whose EXIF requests a quarter turn (orientation 6). */
const turnedJpeg = async (): Promise<Blob> => {
  const canvas = new OffscreenCanvas(40, 20);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  context.fillStyle = '#f00';
  context.fillRect(0, 0, 20, 20);
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg' });
  const exif = Uint8Array.from(
    'ff e1 00 22 45 78 69 66 00 00 4d 4d 00 2a 00 00 00 08 00 01 01 12 00 03 00 00 00 01 00 06 00 00 00 00 00 00'
      .split(' ')
      .map((byte) => Number.parseInt(byte, 16)),
  );
  return new Blob([jpeg.slice(0, 2), exif, jpeg.slice(2)], { type: 'image/jpeg' });
};

test('ignores an EXIF turn, because the service saw the stored pixels', async () => {
  const blob = await turnedJpeg();
  const turned = await createImageBitmap(blob);
  expect([turned.width, turned.height]).toEqual([20, 40]);
  const loaded = await loadPicture(blob);
  expect(loaded.ok && [loaded.value.width, loaded.value.height]).toEqual([40, 20]);
});

test('reports data that is not a picture', async () => {
  const loaded = await loadPicture(new Blob(['<svg onload="alert(1)">'], { type: 'image/png' }));
  expect(loaded).toMatchObject({ ok: false, failure: { id: 'picture-unreadable' } });
});
