import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { openPostgresStore } from '../../electron/office/store/open-store.ts';
import { openPageQueue } from '../../electron/office/store/page-queue.ts';
import { openOfficePictures } from '../../electron/office/store/pictures.ts';
import { newPage } from './stored-pages.ts';
import { startVouch } from './command-line.ts';
import { answer, goodResponse, startFaultServer } from './fault-server.ts';
import { addressOf, startTestPostgres } from './postgres.ts';
import { bmp } from './pictures.ts';

/** A unique small picture for each number. */
const pictureOf = (index: number): Buffer => {
  const bytes = bmp(32, 32);
  bytes.writeUInt32LE(index, 54);
  return bytes;
};

/** A valid response with a unique invoice number. */
const invoiceResponse = (number: string): string => {
  const body: { payload: { result: { text: string } } } = JSON.parse(goodResponse('vat-invoice').toString());
  const text = Buffer.from(body.payload.result.text, 'base64').toString().replace('87654321', number);
  body.payload.result.text = Buffer.from(text).toString('base64');
  return JSON.stringify(body);
};

/** An office with real processes, on a service that takes a fixed time and counts its requests. */
export const startOfficeRun = async (answerMs: number, settings: readonly string[] = []) => {
  const server = await startTestPostgres(settings);
  const folder = await mkdtemp(join(tmpdir(), 'vouch-office-'));
  const url = await server.database();
  const address = addressOf(url);
  const opened = await openPostgresStore(address);
  if (!opened.ok) throw new Error(opened.failure.detail);
  const office = opened.value;
  const queue = await openPageQueue(office, { supervises: false, onBug: () => {} });
  const pictures = await openOfficePictures(office, null, join(folder, 'views'));
  if (!pictures.ok) throw new Error(pictures.failure.detail);
  let underWay = 0;
  let mostUnderWay = 0;
  const service = await startFaultServer({
    script: () => ({
      strike: async (exchange) => {
        underWay += 1;
        mostUnderWay = Math.max(mostUnderWay, underWay);
        await wait(answerMs);
        underWay -= 1;
        // Invoices that are no duplicates of one another.
        const number = String(10_000_000 + exchange.taken.index);
        await answer(200, { 'content-type': 'application/json' }, invoiceResponse(number)).strike(exchange);
      },
    }),
  });
  const environment = {
    VOUCH_DATABASE_URL: url,
    VOUCH_BASE_URL: service.baseUrl,
    VOUCH_APP_ID: 'app',
    VOUCH_API_KEY: 'key',
    VOUCH_API_SECRET: 'secret',
  };
  let added = 0;
  let workers = 0;

  return {
    ...office,
    server,
    calls: () => service.taken.length,
    /** The number of times that each body was sent. */
    repeated: () => {
      const asked = service.taken.map(
        ({ body }) => /"image": ?"([^"]+)"/u.exec(body.toString('latin1'))?.[1] ?? '',
      );
      return asked.length - new Set(asked).size;
    },
    mostUnderWay: () => mostUnderWay,
    forgetMost: () => {
      mostUnderWay = 0;
    },
    /** Adds pages, each with a unique picture, in one unit of work. */
    handIn: async (pages: number): Promise<readonly number[]> => {
      const prepared: NonNullable<ReturnType<typeof newPage>['prepared']>[] = [];
      for (let page = 0; page < pages; page += 1) {
        const bytes = pictureOf((added += 1));
        const sha256 = sha256Of(bytes);
        await pictures.value.put(sha256, 'bmp', bytes);
        const picture = { sha256, encoding: 'bmp', width: 32, height: 32, bytes: bytes.length } as const;
        const base = newPage().prepared;
        if (base) prepared.push({ ...base, picture, originalSha256: sha256 });
      }
      return office.store.transact(async (unit) => {
        const ids = await unit.addPages(prepared.map((one) => newPage({ prepared: one })));
        await queue.send(unit, ids);
        return ids;
      });
    },
    startWorker: async (concurrency: number) => {
      workers += 1;
      const child = startVouch(['worker', '--concurrency', String(concurrency)], {
        ...environment,
        VOUCH_HOME: join(folder, `worker-${workers}`),
      });
      const begun = Promise.withResolvers<void>();
      let output = '';
      child.stderr?.setEncoding('utf8');
      child.stderr?.on('data', (text: string) => {
        output += text;
        if (output.includes('Connected')) begun.resolve();
      });
      child.stdout?.resume();
      const gone = once(child, 'exit');
      child.on('exit', () => begun.reject(new Error(`The worker ended: ${output}`)));
      await begun.promise;
      return {
        end: async (signal: NodeJS.Signals) => {
          child.kill(signal);
          await gone;
        },
      };
    },
    /**
     * A server on a free port of loopback, with its own data folder, which it has again after a restart.
     */
    startServe: async (name: string) => {
      const child = startVouch(['serve', '--port', '0', '--lang', 'en'], {
        VOUCH_DATABASE_URL: url,
        VOUCH_HOME: join(folder, name),
      });
      const begun = Promise.withResolvers<number>();
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding('utf8');
        stream?.on('data', (text: string) => {
          output += text;
          const port = /Vouch: http:\/\/127\.0\.0\.1:(\d+)/u.exec(output)?.[1];
          if (port !== undefined) begun.resolve(Number(port));
        });
      }
      const gone = once(child, 'exit');
      child.on('exit', () => begun.reject(new Error(`The server ended: ${output}`)));
      return {
        port: await begun.promise,
        /** Of its process. */
        pid: child.pid ?? 0,
        end: async (signal: NodeJS.Signals) => {
          child.kill(signal);
          await gone;
        },
      };
    },
    /** Maximum concurrent calls of all workers. */
    setLimit: async (most: number) => {
      await office.connection.pool.query('UPDATE lines SET most = $1::integer, allowed = $1::integer', [
        most,
      ]);
    },
    url,
    /** Resolves when no page waits or is called any more. */
    settled: async () => {
      for (;;) {
        const { waiting = 0, calling = 0 } = await office.store.counts();
        if (waiting + calling === 0) return;
        await wait(100);
      }
    },
    close: async () => {
      await queue.close();
      await office.store.close();
      await service.close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export type OfficeRun = Awaited<ReturnType<typeof startOfficeRun>>;
