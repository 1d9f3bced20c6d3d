import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from '../../electron/office/store/client.ts';
import { openPostgresStore } from '../../electron/office/store/open-store.ts';
import { commands } from '../../shared/contract/commands.ts';
import { officeCommands, type User } from '../../shared/contract/office.ts';
import { defaultSettings } from '../../shared/contract/settings.ts';
import { voucherRulesSchema } from '../../shared/books/voucher-rules.ts';
import type { Result } from '../../shared/result.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { asking, emailOf, enter, openServer, valueOf } from './composed-server.ts';
import { bookRaces } from './office-book-races.ts';
import { pageRaces } from './office-page-races.ts';
import { userRaces } from './office-user-races.ts';
import { addressOf } from './postgres.ts';
import { bought, own } from './own-invoices.ts';
import { newPage } from './stored-pages.ts';
import { both, wrongIn, type Outcome, type Pair, type Race } from './two-callers.ts';

type Contending<Of> = {
  [Name in keyof Of]: Of[Name] extends { readonly contends: infer What }
    ? What extends 'nothing'
      ? never
      : Name
    : never;
}[keyof Of];

/** The commands whose declaration says what they contend for. */
export type ContendingCommand = Contending<typeof commands> | Contending<typeof officeCommands>;

/** Their names, as declared. */
export const contendingCommands: readonly string[] = Object.entries({
  ...commands,
  ...officeCommands,
}).flatMap(([name, command]) => ('contends' in command && command.contends !== 'nothing' ? [name] : []));

const callers = ['Li Hua', 'Wang Wei'] as const;
/** Whom they administer. */
const colleagues = ['Zhao Min', 'Chen Jie'] as const;
const rules = voucherRulesSchema.parse({
  own: [own],
  rules: [{ account: { code: '660201', name: '管理费用' } }],
});

const company = (name: string, round: number) => ({ name: `${name} ${round}`, taxId: '' });

/** Two servers of one office with users, and a race for each command that contends for something. */
export const openRaces = async (url: string) => {
  const home = await mkdtemp(join(tmpdir(), 'vouch-races-'));
  const bugs: string[] = [];
  const onBug = (...words: readonly unknown[]): void => void bugs.push(words.join(' '));
  const here = await openServer(url, join(home, 'one'), onBug);
  const there = await openServer(url, join(home, 'other'), onBug);
  const opened = await openPostgresStore(addressOf(url));
  if (!opened.ok) throw new Error(opened.failure.detail);
  const { store } = opened.value;
  const pool = new Pool({ connectionString: url, max: 2 });
  const start = await here.office.firstLink();
  const { person: li } = valueOf(
    (await enter(here, start?.link ?? '', callers[0])) as Result<{ person: User }, never>,
  );

  /** A user like Li Hua, with the same password: hashing one takes long. */
  const another = async (name: string): Promise<User> => {
    const user = { ...li, id: randomUUID(), name, email: emailOf(name) };
    const { id, email } = user;
    const copy = async (table: 'user' | 'account', key: string, changed: object) =>
      pool.query(
        `INSERT INTO vouch_people."${table}"
         SELECT (jsonb_populate_record(one, $2)).* FROM vouch_people."${table}" one WHERE "${key}" = $1`,
        [li.id, JSON.stringify(changed)],
      );
    await copy('user', 'id', { id, name, email });
    await copy('account', 'userId', { id: randomUUID(), userId: id, accountId: id });
    return user;
  };
  const [wang, zhao, chen] = [
    await another(callers[1]),
    await another(colleagues[0]),
    await another(colleagues[1]),
  ];
  const [liAsks, wangAsks] = [asking(here, li), asking(there, wang)];
  /** Both use a command on pages. */
  const onPages = (
    name:
      | 'pages.remove'
      | 'pages.restore'
      | 'pages.purge'
      | 'pages.recognize'
      | 'pages.continue'
      | 'batch.join'
      | 'batch.split',
    mine: readonly number[],
    yours = mine,
    more: { readonly reader?: 'service' } = {},
  ) => both(liAsks(name, { ids: [...mine], ...more }), wangAsks(name, { ids: [...yours], ...more }));
  const { ownCompanies: noCompanies, voucherRules } = defaultSettings;
  const unset = { ownCompanies: noCompanies, voucherRules };
  valueOf(await liAsks('settings.change', { ownCompanies: [own], voucherRules: rules, was: unset }));

  let files = 0;
  /** Adds invoices of these days, each read from a file of its own. */
  const add = async (dates: readonly string[]): Promise<readonly number[]> => {
    const handed = dates.map((issueDate) => {
      files += 1;
      const xml = writeEInvoice(bought(files, { issueDate }));
      return { kind: 'bytes' as const, name: `${files}.xml`, bytes: Buffer.from(xml) };
    });
    const { added } = valueOf(
      await liAsks('pages.add', { service: 'vat-invoice', sandbox: false, files: handed }),
    );
    for (;;) {
      const { rows } = await pool.query(
        `SELECT 1 FROM vouch.pages WHERE id = ANY($1) AND state <> 'recognized'`,
        [added],
      );
      if (rows.length === 0) return added;
      await wait(20);
    }
  };
  const atOnce = 15;
  const stock: number[] = [];
  const invoices = async (count: number): Promise<readonly number[]> => {
    if (stock.length < count) stock.push(...(await add(Array.from({ length: atOnce }, () => '2024-05-28'))));
    return stock.splice(0, count);
  };

  const ownCompanies = async () => valueOf(await liAsks('app.info', {})).settings.ownCompanies;
  /** Both servers know the stored settings. */
  const settled = async (): Promise<void> => {
    for (;;) {
      const all = await Promise.all([liAsks, wangAsks].map((ask) => ask('app.info', {})));
      const [mine = '', yours] = all.map((info) => {
        const { ownCompanies: companies, confidenceLimit } = valueOf(info).settings;
        return JSON.stringify([companies, confidenceLimit]);
      });
      if (mine === yours) return;
      await wait(10);
    }
  };
  /** Pages in the bin that were never read. */
  const removed = async (count: number): Promise<readonly number[]> => {
    const added = await store.transact((unit) =>
      unit.addPages(Array.from({ length: count }, () => newPage())),
    );
    valueOf(await liAsks('pages.remove', { ids: [...added] }));
    return added;
  };
  let days = 0;
  const withInvoice: string[] = [];
  /** A day with one invoice. */
  const nextDay = async (): Promise<string> => {
    if (withInvoice.length === 0) {
      const more = Array.from({ length: atOnce }, () => {
        days += 1;
        return new Date(Date.UTC(2010, 0, days)).toISOString().slice(0, 10);
      });
      await add(more);
      withInvoice.push(...more);
    }
    return withInvoice.shift() ?? '';
  };
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = await invoices(6);
  let typed = 0;
  /** Li Hua undoes a correction of one invoice, while Wang Wei confirms another, or the same. */
  const undoAndConfirm = async (
    undo: (seen: { readonly id: number; readonly version: number }) => Promise<Outcome>,
    mine: number,
    yours: number,
  ): Promise<Pair> => {
    for (const id of new Set([mine, yours])) {
      const { version, digest, summary } = valueOf(await wangAsks('pages.open', { id }));
      if (summary.review === 'confirmed')
        valueOf(await wangAsks('pages.review', { id, mark: 'open', version, digest }));
    }
    const { invoice, version } = valueOf(await liAsks('pages.open', { id: mine }));
    typed += 1;
    const change = { id: mine, field: 'remark', value: `已核对 ${typed}` };
    valueOf(await liAsks('pages.correct', { ...change, was: invoice?.value.remark ?? null, version }));
    const before = valueOf(await liAsks('pages.open', { id: mine }));
    const seen = valueOf(await wangAsks('pages.open', { id: yours }));
    return both(
      undo({ id: mine, version: before.version }),
      wangAsks('pages.review', { id: yours, mark: 'confirmed', version: seen.version, digest: seen.digest }),
    );
  };

  /** Li Hua takes back a correction under the eyes of Wang Wei, who confirms it. */
  const undoRace = (undo: Parameters<typeof undoAndConfirm>[0]): Race => ({
    same: () => undoAndConfirm(undo, fifth, fifth),
    told: ['confirmed-meanwhile', 'changed-meanwhile'],
    names: true,
    different: () => undoAndConfirm(undo, fifth, sixth),
  });

  const { races: ofUsers, crossed } = userRaces({
    servers: [here, there],
    users: { li, wang, zhao, chen },
    liAsks,
    pool,
  });
  const ofPages = pageRaces({ liAsks, wangAsks, onPages, store, invoices: [first, second, third, fourth] });
  const ofBooks = bookRaces({ liAsks, wangAsks, invoices, nextDay, pages: [first, second], rules });

  const races: { readonly [Name in ContendingCommand]: Race } = {
    'settings.change': {
      same: async (round) => {
        await settled();
        const was = await ownCompanies();
        const { confidenceLimit } = valueOf(await liAsks('app.info', {})).settings;
        // A list and a plain value in turn.
        const change = (name: string, limit: number) =>
          round % 2 === 0
            ? { ownCompanies: [...was.slice(0, 3), company(name, round)], was: { ownCompanies: was } }
            : { confidenceLimit: limit + (round % 40) / 100, was: { confidenceLimit } };
        return both(
          liAsks('settings.change', change('li', 0.1)),
          wangAsks('settings.change', change('wang', 0.55)),
        );
      },
      told: ['setting-changed'],
      names: true,
      different: async (round) => {
        await settled();
        const was = await ownCompanies();
        const { confidenceLimit } = valueOf(await wangAsks('app.info', {})).settings;
        return both(
          liAsks('settings.change', {
            ownCompanies: [...was.slice(0, 3), company('other', round)],
            was: { ownCompanies: was },
          }),
          wangAsks('settings.change', {
            confidenceLimit: round % 2 === 0 ? 0.8 : 0.85,
            was: { confidenceLimit },
          }),
        );
      },
    },
    ...ofUsers,
    'pages.remove': {
      same: async () => {
        const ended = await onPages('pages.remove', [first]);
        valueOf(await liAsks('pages.restore', { ids: [first] }));
        return ended;
      },
      told: ['removed-meanwhile'],
      names: true,
      different: async () => {
        const ended = await onPages('pages.remove', [first], [second]);
        valueOf(await liAsks('pages.restore', { ids: [first, second] }));
        return ended;
      },
    },
    'pages.restore': {
      same: async () => {
        valueOf(await liAsks('pages.remove', { ids: [first] }));
        return onPages('pages.restore', [first]);
      },
      told: ['gone-from-bin'],
      names: true,
      different: async () => {
        valueOf(await liAsks('pages.remove', { ids: [first, second] }));
        return onPages('pages.restore', [first], [second]);
      },
    },
    'pages.purge': {
      same: async () => onPages('pages.purge', await removed(1)),
      told: ['gone-from-bin'],
      names: true,
      different: async () => {
        const [mine = 0, yours = 0] = await removed(2);
        return onPages('pages.purge', [mine], [yours]);
      },
    },
    'batch.join': {
      same: async () => {
        const ended = await onPages('batch.join', [first, second]);
        valueOf(await liAsks('batch.split', { ids: [first, second] }));
        return ended;
      },
      told: ['joined-meanwhile'],
      names: true,
      different: async () => {
        const ended = await onPages('batch.join', [first, second], [third, fourth]);
        valueOf(await liAsks('batch.split', { ids: [first, third] }));
        return ended;
      },
    },
    ...ofPages,
    'pages.undo': undoRace((seen) => liAsks('pages.undo', { ...seen, redo: false })),
    'batch.undo': undoRace(() => liAsks('batch.undo', { redo: false })),
    ...ofBooks,
  };

  return {
    races,
    crossed: Object.keys(crossed),
    run: (name: string, rounds: number, apart = rounds): Promise<readonly string[]> => {
      const race = new Map<string, Race>(Object.entries({ ...races, ...crossed })).get(name);
      if (!race) throw new Error(`No race of ${name}`);
      return wrongIn(race, callers, rounds, apart);
    },
    /** What the servers had to report: nothing, if all is well. */
    bugs: (): readonly string[] => [...bugs],
    close: async (): Promise<void> => {
      await store.close();
      await here.close();
      await there.close();
      await pool.end();
      await rm(home, { recursive: true, force: true });
    },
  };
};
