import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { createIntake } from '../../electron/intake/intake.ts';
import { untreated } from '../../shared/contract/preparation.ts';
import { base64Length, maxImageCharacters } from '../../shared/services/service.ts';
import { seededRandom } from '../samples/random.ts';

type Kind = 'noise' | 'scan' | 'photo';

/** Noise can't be compressed, a scan is text on grained paper, a photo is soft with some grain. */
const picture = async (kind: Kind, width: number, height: number, random: () => number): Promise<Sharp> => {
  const grain = (mean: number, sigma: number) =>
    sharp({
      create: { width, height, channels: 3, background: '#fff', noise: { type: 'gaussian', mean, sigma } },
    });
  if (kind === 'noise') return grain(128, 70);
  const lines = Array.from(
    { length: kind === 'scan' ? 60 : 20 },
    () =>
      `<text x="${random() * width}" y="${random() * height}" font-size="${20 + random() * 60}">318.00 VAT</text>`,
  ).join('');
  const svg = Buffer.from(`<svg width="${width}" height="${height}">${lines}</svg>`);
  const base = grain(kind === 'scan' ? 240 : 150, kind === 'scan' ? 4 : 12);
  const drawn = await base
    .composite([{ input: svg }])
    .png({ compressionLevel: 0 })
    .toBuffer();
  return kind === 'photo' ? sharp(drawn).blur(1.2) : sharp(drawn);
};

const encodings = ['jpg', 'png', 'bmp-like-tiff'] as const;

const encode = (made: Sharp, encoding: (typeof encodings)[number], random: () => number): Promise<Buffer> => {
  if (encoding === 'jpg') return made.jpeg({ quality: 60 + Math.floor(random() * 41) }).toBuffer();
  if (encoding === 'png') return made.png({ compressionLevel: 3 }).toBuffer();
  return made.tiff({ compression: 'none' }).toBuffer();
};

/**
 * Pictures around the limit: every one fits afterwards, and those that fitted before are unchanged to the
 * byte.
 * @param rounds pictures, 500 in the full form
 */
export const run = async (rounds = 500): Promise<boolean> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-size-'));
  const path = join(folder, 'file');
  const intake = createIntake({ threads: 1 });
  const random = seededRandom(7);
  const faults: string[] = [];
  let [unchanged, made, small] = [0, 0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const kind = (['noise', 'scan', 'photo'] as const)[round % 3] ?? 'noise';
    const encoding = encodings[Math.floor(round / 3) % 3] ?? 'jpg';
    const width = Math.round(700 + random() * 2600);
    const height = Math.round(width * (0.5 + random()));
    const bytes = await encode(await picture(kind, width, height, random), encoding, random);
    await writeFile(path, bytes);
    const result = await intake.prepare({ path, page: 1, treatment: untreated, password: null });
    const label = `${kind} ${encoding} ${width}×${height} ${bytes.length}`;
    if (!result.ok) {
      faults.push(`${label}: ${result.failure.reason} ${result.failure.detail}`);
      continue;
    }
    const { sent, preparation } = result.value;
    const fitted = encoding !== 'bmp-like-tiff' && base64Length(bytes.length) <= maxImageCharacters;
    if (fitted && !result.value.bytes.equals(bytes)) faults.push(`${label}: changed`);
    if (!fitted && base64Length(sent.bytes) >= 4_000_000) faults.push(`${label}: ${sent.bytes}`);
    if (!fitted && Math.max(sent.width, sent.height) < Math.min(1600, Math.max(width, height))) {
      small += 1;
      if (!preparation.changes.some(({ id }) => id === 'small'))
        faults.push(`${label}: small without a word`);
    }
    if (fitted) unchanged += 1;
    else made += 1;
  }
  await intake.close();
  await rm(folder, { recursive: true, force: true });
  console.log(
    `${rounds} pictures: ${unchanged} sent byte for byte, ${made} made to fit, ${small} of them below 1,600 pixels, ${faults.length} faults`,
  );
  for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`);
  return faults.length === 0;
};
