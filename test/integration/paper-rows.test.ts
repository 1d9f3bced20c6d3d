import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { Backend } from '../../electron/app/contract.ts';
import { createRestorableBackend } from '../../electron/app/restorable-backend.ts';
import { runWorker } from '../../electron/office/worker/run-worker.ts';
import { officeMigrations } from '../../electron/office/store/schema.ts';
import { migrations } from '../../electron/store/sqlite/schema.ts';
import { pageSummarySchema } from '../../shared/contract/page.ts';
import { openServer } from '../helpers/composed-server.ts';
import { usersPool } from '../helpers/office.ts';
import { noPostgres, sharedPostgres } from '../helpers/postgres.ts';
import { slipPicture } from '../helpers/slip-picture.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { commandSender, testHost } from '../helpers/test-host.ts';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { makePaper, paperPdf } from '../samples/digital/make-paper.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';

const timeout = 300_000;
const listSchema = z.array(pageSummarySchema);
const foundSchema = z.object({ pages: listSchema });

/** A program that was just started on a ledger. */
type Opened = { readonly backend: Pick<Backend, 'invoke'>; readonly close: () => Promise<void> };

/** The ledger of a host, and what makes it one of the version that knew no papers. */
type Ledger = { readonly open: () => Promise<Opened>; readonly makeOld: () => Promise<void> };

const hotel = makePaper('hotel-bill', 5);
const receipt = makePaper('bank-receipt', 2);
const invoice = makeDigitalInvoice(seededRandom(3), { lines: 1, isRed: false, hasSpecialCharacters: false });

/** Writes two papers and an invoice: files with text and data, and on demand a picture. */
const writeFiles = async (withPicture: boolean) => {
  const folder = await temporaryFolder();
  const files: readonly (readonly [name: string, Buffer | string])[] = [
    ['账单.pdf', paperPdf(hotel)],
    ['回单.png', withPicture ? slipPicture({ texts: receipt.texts, width: 610 }) : ''],
    ['发票.xml', writeEInvoice(invoice)],
  ];
  const written = files.filter(([, content]) => content.length > 0);
  for (const [name, content] of written) await writeFile(join(folder, name), content);
  return written.map(([name]) => ({ kind: 'path', path: join(folder, name) }));
};

const asking = ({ backend }: Opened) => {
  const send = commandSender(backend);
  const list = async () => listSchema.parse(await send('pages.list', { service: 'vat-invoice' }));
  return {
    send,
    list,
    papers: async () =>
      Object.fromEntries((await list()).map(({ name, headline }) => [name, headline.paper])),
    found: async (filter: object) => {
      const { pages } = foundSchema.parse(await send('history.search', { filter, after: null, limit: 9 }));
      return pages.map(({ name }) => name).toSorted();
    },
  };
};

/** A worker of the office in this process. */
const startWorker = (url: string, home: string) => {
  const ending = new AbortController();
  const ended = runWorker(
    { kind: 'worker', concurrency: 2, sandbox: false, language: 'en', operations: null },
    {
      environment: { VOUCH_DATABASE_URL: url },
      home,
      samplesFolder: home,
      now: () => new Date(),
      streams: {
        out: () => Promise.resolve(),
        note: () => {},
        // A stop waits for the database, but not for long.
        noteBug: () => {},
        flushed: () => Promise.resolve(),
      },
      signal: ending.signal,
    },
  );
  return {
    end: () => {
      ending.abort();
      return ended;
    },
  };
};

const expectPapers = async ({ open, makeOld }: Ledger, withPicture: boolean): Promise<void> => {
  const files = await writeFiles(withPicture);
  const first = await open();
  const { send, list, papers, found } = asking(first);
  await send('pages.add', { service: 'vat-invoice', sandbox: false, files });
  const areRead = async () => {
    const rows = await list();
    return rows.length === files.length && rows.every(({ state }) => state === 'recognized');
  };
  await expect.poll(areRead, { timeout: 120_000 }).toBe(true);
  const stated = {
    '账单.pdf': hotel.truth,
    '发票.xml': null,
    ...(withPicture && { '回单.png': receipt.truth }),
  };
  expect(await papers()).toEqual(stated);
  const expectFound = async ({ found: by }: Pick<ReturnType<typeof asking>, 'found'>) => {
    const { date, number, amount } = hotel.truth;
    expect(await by({ text: '酒店账单' })).toEqual(['账单.pdf']);
    expect(await by({ text: 'hotel bill' })).toEqual(['账单.pdf']);
    expect(await by({ number: number ?? '' })).toEqual(['账单.pdf']);
    expect(await by({ dayFrom: date ?? '', dayTo: date ?? '', text: '虚构大酒店' })).toEqual(['账单.pdf']);
    expect(await by({ amountFrom: amount ?? '', amountTo: amount ?? '' })).toEqual(['账单.pdf']);
  };
  await expectFound({ found });
  if (withPicture) expect(await found({ text: '银行回单' })).toEqual(['回单.png']);

  // With a value of an invoice that the user typed, it is none of these papers.
  const bill = (await list()).find(({ name }) => name === '账单.pdf');
  const id = bill?.id ?? 0;
  const typed = { id, field: 'seller.name', value: '甲公司', version: bill?.version ?? 0, was: null };
  await send('pages.correct', typed);
  expect((await papers())['账单.pdf']).toBeNull();
  await send('batch.undo', { redo: false });
  expect(await papers()).toEqual(stated);
  await first.close();

  await makeOld();
  const second = asking(await open());
  await expect.poll(second.papers, { timeout: 60_000 }).toEqual(stated);
  await expectFound(second);
};

describe('the rows of papers that are no invoice', () => {
  test('say what was read, and are upgraded, on a computer', { timeout }, async () => {
    const home = join(await temporaryFolder(), 'home');
    const open = async () => {
      const backend = await createRestorableBackend(testHost(home));
      let isOpen = true;
      const close = async () => {
        if (isOpen) await backend.close();
        isOpen = false;
      };
      onTestFinished(close);
      return { backend, close };
    };
    const makeOld = () => {
      const db = new DatabaseSync(join(home, 'ledger.sqlite'));
      const version = migrations.findIndex((step) => step.includes('ADD COLUMN paper'));
      db.exec(`ALTER TABLE results DROP COLUMN paper; PRAGMA user_version = ${version};
        UPDATE search SET text = ''`);
      db.close();
      return Promise.resolve();
    };
    await expectPapers({ open, makeOld }, true);
  });

  test.skipIf(noPostgres !== null)('and in an office', { timeout }, async () => {
    const url = await (await sharedPostgres()).database();
    const home = await temporaryFolder();
    const bugs: unknown[] = [];
    const open = async () => {
      const server = await openServer(url, join(home, 'server'), (...words) => bugs.push(words));
      const worker = startWorker(url, join(home, 'worker'));
      let isOpen = true;
      const close = async () => {
        if (!isOpen) return;
        isOpen = false;
        await worker.end();
        await server.close();
      };
      onTestFinished(close);
      return { backend: server.backend, close };
    };
    const makeOld = async () => {
      const pool = usersPool(url);
      const version = officeMigrations.findIndex((step) => step.includes('ADD COLUMN paper'));
      await pool.query('ALTER TABLE vouch.results DROP COLUMN paper');
      await pool.query('UPDATE vouch.office SET version = $1', [version]);
      await pool.query(`UPDATE vouch.search SET text = ''`);
      await pool.end();
    };
    await expectPapers({ open, makeOld }, false);
    expect(bugs).toEqual([]);
  });
});
