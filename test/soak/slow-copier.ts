import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { z } from 'zod';
import { createBackend } from '../../electron/app/create-backend.ts';
import { randomAccount } from '../../electron/extract/sandbox/server.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { goodResponse, startFaultServer } from '../helpers/fault-server.ts';
import { smallPicture } from '../helpers/pictures.ts';
import { randomFrom } from '../helpers/random.ts';
import { commandSender, testHost } from '../helpers/test-host.ts';

/** What a watched folder made of papers that came slowly; every list is empty if no rule was violated. */
type CopierReport = {
  readonly papers: number;
  readonly calls: number;
  /** Papers that are not exactly one document with all their pages recognized. */
  readonly wrong: readonly string[];
  /** Pictures with more than one call. */
  readonly paidTwice: readonly string[];
};

const listSchema = z.array(
  z.object({ name: z.string(), document: z.int(), state: z.string(), pageCount: z.int() }),
);

/** A paper that reaches the folder in its own way, and its number of pages at the end. */
type Paper = { readonly name: string; readonly pages: number; readonly arrive: () => Promise<void> };

/** A TIFF whose pages are pictures of different greys. */
const tiffOf = async (paper: number, pages: number): Promise<Buffer> => {
  const page = (index: number) =>
    sharp({
      create: { width: 64, height: 64 + index, channels: 3, background: { r: paper, g: 90 + index, b: 120 } },
    })
      .extend({ bottom: 8 - index, background: '#ffffff' })
      .png()
      .toBuffer();
  const all = await Promise.all(Array.from({ length: pages }, (_, index) => page(index)));
  const [only] = all;
  return await (all.length === 1 ? sharp(only) : sharp(all, { join: { animated: true } })).tiff().toBuffer();
};

/** Writes a file in pieces, with pauses in milliseconds between them. */
const pieces = async (path: string, bytes: Buffer, pauses: readonly number[]): Promise<void> => {
  const step = Math.ceil(bytes.length / (pauses.length + 1));
  for (const [index, pause] of pauses.entries()) {
    await writeFile(path, bytes.subarray(0, (index + 1) * step));
    await wait(pause);
  }
  await writeFile(path, bytes);
};

/** Papers that come in pieces, as a download that pauses, under a temporary name, and as a scan that grows. */
const makePapers = (folder: string, count: number, seed: number): readonly Paper[] => {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, index): Paper => {
    const kind = index % 4;
    const name = kind === 3 ? `${index}.tif` : `${index}.bmp`;
    const path = join(folder, name);
    const pauses = Array.from({ length: 3 }, () => random.whole(200, 4_000));
    const bytes = smallPicture(index);
    if (kind === 0) return { name, pages: 1, arrive: () => pieces(path, bytes, pauses) };
    if (kind === 1 || kind === 2) {
      const temporary = kind === 1 ? `${path}.crdownload` : join(folder, `~$${name}`);
      const arrive = async () => {
        await pieces(temporary, bytes, pauses);
        await rename(temporary, path);
      };
      return { name, pages: 1, arrive };
    }
    // Some pauses are longer than the rest after which a file is taken: a later state replaces an earlier one.
    const arrive = async () => {
      for (const [at, pause] of [...pauses.slice(0, 2), 6_000].entries()) {
        await writeFile(path, await tiffOf(index, at + 1));
        await wait(pause);
      }
      await writeFile(path, await tiffOf(index, 4));
    };
    return { name, pages: 4, arrive };
  });
};

export const copierRounds = async (count: number, seed = 1): Promise<CopierReport> => {
  const root = await mkdtemp(join(tmpdir(), 'vouch-copier-'));
  const folder = join(root, 'in');
  await mkdir(folder);
  const service = 'face-detect' as const;
  const front = await startFaultServer({
    script: () => ({ strike: ({ response }) => void response.end(goodResponse(service)) }),
  });
  const account = randomAccount();
  const environment = {
    VOUCH_BASE_URL: front.baseUrl,
    VOUCH_APP_ID: account.appId,
    VOUCH_API_KEY: account.apiKey,
    VOUCH_API_SECRET: account.apiSecret,
  };
  const backend = await createBackend(testHost(join(root, 'home'), { environment }));
  const ask = commandSender(backend);
  const papers = makePapers(folder, count, seed);
  const wrongNow = async (): Promise<readonly string[]> => {
    const rows = listSchema.parse(await ask('pages.list', { service }));
    const byName = Map.groupBy(rows, ({ name }) => name);
    const strange = [...byName.keys()].filter((name) => papers.every((paper) => paper.name !== name));
    const wrong = papers.flatMap(({ name, pages }) => {
      const own = byName.get(name) ?? [];
      const documents = new Set(own.map(({ document }) => document));
      const whole = own.length === pages && own.every(({ state }) => state === 'recognized');
      return whole && documents.size === 1
        ? []
        : [`${name}: ${documents.size} documents, ${own.map(({ state }) => state).join(' ')}`];
    });
    return [...wrong, ...strange];
  };
  try {
    // One call at a time, so that the pages of a later state follow each other.
    await ask('settings.change', { concurrency: 1, watch: [{ folder, service, addExisting: false }] });
    await Promise.all(papers.map(({ arrive }) => arrive()));
    let wrong = await wrongNow();
    for (const end = Date.now() + 180_000; wrong.length > 0 && Date.now() < end; wrong = await wrongNow())
      await wait(500);
    // Nothing comes later either: longer than any rest after which a file is taken.
    await wait(12_000);
    wrong = await wrongNow();
    const asked = Map.groupBy(front.taken, ({ body }) => sha256Of(body));
    const paidTwice = [...asked].filter(([, calls]) => calls.length > 1).map(([hash]) => hash);
    return { papers: count, calls: front.taken.length, wrong, paidTwice };
  } finally {
    await backend.close();
    await front.close();
    await rm(root, { recursive: true, force: true });
  }
};

/** 50 papers of a slow copier: each is one document, no page is paid twice, and none is damaged. */
export const run = async (papers = 50): Promise<boolean> => {
  const report = await copierRounds(papers);
  console.log(report);
  return report.wrong.length + report.paidTwice.length === 0;
};
