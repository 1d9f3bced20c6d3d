import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Truth } from '../../electron/extract/sandbox/truths.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { vouch } from '../helpers/command-line.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

type Page = {
  readonly state: string;
  readonly sent: { readonly width: number; readonly height: number } | null;
  readonly error: { readonly kind: string } | null;
  readonly checks: readonly { readonly id: string; readonly level: string }[];
  readonly faces: readonly unknown[];
};

const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#ddd' } })
    .png()
    .toBuffer();

const truthOf = (bytes: Buffer, text: Truth['text']): Truth => ({
  service: 'face-detect',
  sha256: sha256Of(bytes),
  text,
});

const set = async (bytes: Buffer, truths: readonly Truth[] = []) => {
  const folder = await temporaryFolder();
  const input = join(folder, 'in');
  await mkdir(input);
  await writeFile(join(input, 'a.png'), bytes);
  const service = await startCountingService(truths);
  const home = join(folder, 'home');
  const run = async (command: 'invoice' | 'face', ...more: readonly string[]) => {
    const environment = { VOUCH_HOME: home, ...service.environment };
    const ran = await vouch([command, input, '--json', '-', ...more], environment);
    const pages: readonly Page[] = JSON.parse(ran.stdout);
    return { ...ran, pages };
  };
  return { folder, home, service, run };
};

describe('limits of the services, before a call is paid', () => {
  test('refuse a picture too small for a face, and keep no picture', async () => {
    const { home, service, run } = await set(await picture(29, 400));
    const { code, pages } = await run('face');
    expect([code, service.calls()]).toEqual([1, 0]);
    expect(pages).toMatchObject([{ state: 'failed', error: { kind: 'input' } }]);
    const left = await readdir(join(home, 'pictures'), { recursive: true }).catch(() => []);
    expect(left.filter((name) => name.endsWith('.png'))).toEqual([]);
  });

  test.each(['face', 'invoice'] as const)(
    'reduce a picture wider than the coordinates (%s)',
    async (command) => {
      const { service, run } = await set(await picture(12_000, 60));
      const { pages } = await run(command);
      expect(service.calls()).toBe(1);
      expect(pages[0]?.sent?.width).toBe(9999);
    },
  );
});

test('reports in every output if the service returns fewer faces than it declares', async () => {
  const bytes = await picture(200, 200);
  const face = { score: 0.9, x: 5, y: 5, w: 40, h: 40 };
  const truth = truthOf(bytes, { ret: 0, face_num: 5, face_1: face, face_2: { ...face, score: -0.2 } });
  const { folder, run } = await set(bytes, [truth]);
  const csv = join(folder, 'a.csv');
  const { stderr, pages } = await run('face', '--csv', csv);
  expect(pages[0]?.checks).toMatchObject([{ id: 'face-count', level: 'warn' }]);
  // A score out of range hides no face.
  expect(pages[0]?.faces).toHaveLength(2);
  expect(stderr).toMatch(/5 faces/u);
  const rows: readonly Record<string, string>[] = parse(await readFile(csv), { columns: true, bom: true });
  expect(Object.values(rows[0] ?? {}).join(' ')).toMatch(/5 faces/u);
});
