import { randomFillSync } from 'node:crypto';
import sharp from 'sharp';
import { pdf, scannedPage } from '../../samples/digital/pdf-file.ts';
import { openDesk, signInUsers } from '../../helpers/office-desk.ts';
import { startOfficeRun } from '../../helpers/office-run.ts';
import { usersPool } from '../../helpers/office.ts';
import { proportionalBytes, proportionalTreeBytes, watchTree } from '../../helpers/tree-memory.ts';
import type { BenchRow } from '../row.ts';

const files = 12;
const fileBytes = 60_000_000;
/** What an A4 page takes that was scanned in colour at 300 dpi. */
const [width, height] = [2_480, 3_508];
/** Of the server with the processes that decode. */
const mostMb = 600;

/** Scans of about 60 MB that differ in their last bytes. */
const scans = async (): Promise<readonly Buffer[]> => {
  const pixels = randomFillSync(Buffer.alloc(width * height * 3));
  const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 60 })
    .toBuffer();
  const image = { width, height, bytes, filter: 'DCTDecode' } as const;
  const pages = Array.from({ length: Math.floor(fileBytes / bytes.length) }, () => scannedPage(image));
  const scan = pdf(pages);
  return Array.from({ length: files }, (_, index) => Buffer.concat([scan, Buffer.from(`%${index}\n`)]));
};

const row = (what: string, measured: number, most: number, more = ''): BenchRow => ({
  name: what,
  measured: `${measured} MB${more}`,
  floor: `${most} MB`,
  ratio: measured / most,
  limit: 1,
});

/** Twelve scans of 60 MB arrive at a server at the same moment: what it holds in memory until all are listed. */
export const uploading = async (): Promise<readonly BenchRow[]> => {
  const run = await startOfficeRun(0);
  const pool = usersPool(run.url);
  try {
    const [cookie = ''] = await signInUsers(pool, 1);
    const serve = await run.startServe('one');
    const desks = (await scans()).map((bytes) => ({ bytes, desk: openDesk(serve.port, cookie) }));
    const idle = Math.round((proportionalBytes(serve.pid) ?? 0) / 1e6);
    const own = watchTree(serve.pid, proportionalBytes);
    const tree = watchTree(serve.pid, proportionalTreeBytes);
    const startedMs = performance.now();
    const added = await Promise.all(desks.map(({ bytes, desk }, index) => desk.add(`${index}.pdf`, bytes)));
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
    const [ownMb, treeMb] = [own.most(), tree.most()];
    for (const { desk } of desks) desk.close();
    await serve.end('SIGTERM');
    if (added.some((pages) => pages.length === 0)) throw new Error('An upload was lost');
    const name = `serve, ${files} PDFs of ${Math.round((desks[0]?.bytes.length ?? 0) / 1e6)} MB at once`;
    return [
      row(name, ownMb, mostMb, ` in ${seconds} s (idle ${idle} MB)`),
      row('the same with its decoders', treeMb, mostMb),
    ];
  } finally {
    await pool.end();
    await run.close();
  }
};
