import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeBest } from '../../../../electron/intake/best-picture.ts';
import { sha256Of } from '../../../../electron/infra/bytes.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

test('renders a picture for the screen, or losslessly with all its pixels', { timeout: 60_000 }, async () => {
  const bytes = await sharp({ create: { width: 5000, height: 4900, channels: 3, background: '#123456' } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const path = join(await temporaryFolder(), 'large.png');
  await writeFile(path, bytes);
  const originalSha256 = sha256Of(bytes);
  const treatment = { turn: 90, masks: [] } as const;
  const request = { path, page: 1, treatment, password: null, originalSha256 };
  const forScreen = await makeBest(request);
  const { width, height, format } = await sharp(forScreen ?? Buffer.alloc(0)).metadata();
  expect(format).toBe('jpeg');
  expect(width * height).toBeLessThan(24_100_000);
  const whole = sharp((await makeBest({ ...request, whole: true })) ?? Buffer.alloc(0));
  expect(await whole.metadata()).toMatchObject({ width: 4900, height: 5000, format: 'png' });
  const corner = await whole.extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer();
  expect([...corner]).toEqual([0x12, 0x34, 0x56]);
});
