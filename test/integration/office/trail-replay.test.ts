import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { User } from '../../../shared/contract/office.ts';
import { fieldPathsOf, valueAt } from '../../../shared/invoice/fields.ts';
import type { Result } from '../../../shared/result.ts';
import { writeEInvoice } from '../../samples/digital/write-einvoice.ts';
import { asking, enter, openServer, valueOf } from '../../helpers/composed-server.ts';
import { usersPool } from '../../helpers/office.ts';
import { bought } from '../../helpers/own-invoices.ts';
import { noPostgres, sharedPostgres } from '../../helpers/postgres.ts';
import { randomFrom, type Random } from '../../helpers/random.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

type Asks = ReturnType<typeof asking>;
type Values = Map<string, string | null>;

const steps = 120;
const labels = new Set(['review', 'tags', 'note']);
/** Entries that say an event, and no value. */
const events = new Set(['join', 'split', 'accept', 'undo', 'redo']);
const fields = ['number', 'seller.name', 'remark', 'total', 'lines.0.amount', 'lines.1.name'] as const;
const texts = ['', '1.00', '上海某某有限公司', 'a\0b', '12345678', '{"now":null}'] as const;

/** One random action of a user on these pages, which may be refused. */
const act = async (ask: Asks, random: Random, ids: readonly number[], joins: boolean): Promise<void> => {
  const [id, other] = random.shuffle(ids);
  if (id === undefined || other === undefined) return;
  const { version, digest, invoice } = valueOf(await ask('pages.open', { id }));
  if (!invoice) return;
  const on = { id, version };
  const second = valueOf(await ask('pages.open', { id: other }));
  const both = { ids: [id, other], versions: [version, second.version] };
  const field = random.pick(fields);
  const value = random.chance(0.1) ? null : random.pick(texts);
  const mark = random.pick(['open', 'confirmed', 'aside'] as const);
  const at = random.whole(0, 2);
  const actions: readonly (() => Promise<unknown>)[] = [
    () => ask('pages.correct', { ...on, field, value, was: valueAt(invoice.value, field) }),
    () => ask('pages.editLines', { ...on, edit: { kind: random.pick(['add', 'delete']), at } }),
    () => ask('pages.editLines', { ...on, edit: { kind: 'merge', at: at + 1 } }),
    () => ask('pages.revert', { ...on, field: random.pick([field, 'lines']) }),
    () => ask('pages.undo', { ...on, redo: false }),
    () => ask('pages.undo', { ...on, redo: true }),
    () => ask('batch.undo', { redo: random.chance(0.3) }),
    () => ask('pages.review', { ...on, mark, digest }),
    () => ask('batch.review', { ...both, mark, onlyClean: false, digests: [digest, second.digest] }),
    () =>
      ask('batch.tag', { ...both, add: [random.pick(['a', 'b', 'c'])], remove: [random.pick(['d', 'e'])] }),
    () => ask('batch.tag', { ...both, add: [], remove: ['a', 'b'] }),
    () => ask('pages.note', { ...on, text: value }),
    () => ask('batch.correct', { cells: [{ ...on, field: 'remark', value }] }),
    () => ask('pages.accept', { ...on, field: random.pick(['total', 'number']) }),
    ...(joins
      ? [() => ask('batch.join', { ids: [id, other] }), () => ask('batch.split', { ids: [id] })]
      : []),
  ];
  await random.pick(actions)();
};

describe.skipIf(noPostgres !== null)('the audit log of a day', () => {
  // A join moves values to other lines, and its entry says which pages were joined.
  test.each([
    [1, false],
    [2, false],
    [3, true],
  ])(
    'gives the review state and every value that users set (seed %i, joins: %s)',
    async (seed, joins) => {
      const url = await (await sharedPostgres()).database();
      const server = await openServer(url, await temporaryFolder(), () => {});
      const pool = usersPool(url, 2);
      onTestFinished(async () => {
        await server.close();
        await pool.end();
      });
      const start = await server.office.firstLink();
      const { person: li } = valueOf(
        (await enter(server, start?.link ?? '', 'Li Hua')) as Result<{ person: User }, never>,
      );
      const users = [asking(server, li), asking(server, { ...li, id: 'wang', name: 'Wang Wei' })] as const;
      const [ask] = users;
      const files = [1, 2, 3, 4].map((one) => ({
        kind: 'bytes' as const,
        name: `${one}.xml`,
        bytes: Buffer.from(writeEInvoice(bought(one))),
      }));
      const { added } = valueOf(await ask('pages.add', { service: 'vat-invoice', sandbox: false, files }));
      const count = async () =>
        (await pool.query(`SELECT 1 FROM vouch.pages WHERE state = 'recognized'`)).rows.length;
      while ((await count()) < files.length) await wait(20);

      const now = async (id: number): Promise<Values> => {
        const { invoice } = valueOf(await ask('pages.open', { id }));
        const { rows } = await pool.query<Record<string, string | null>>(
          `SELECT review, nullif(tags, '[]') AS tags, note FROM vouch.results WHERE page = $1`,
          [id],
        );
        const values = invoice
          ? fieldPathsOf(invoice.value).map((path) => [path, valueAt(invoice.value, path)] as const)
          : [];
        // PostgreSQL keeps no such character.
        return new Map(
          [...values, ...Object.entries(rows[0] ?? {})].map(([path, one]) => [
            path,
            one?.replaceAll('\0', '\u{2400}') ?? null,
          ]),
        );
      };
      const known = new Map<number, Values>();
      for (const id of added) known.set(id, await now(id));
      const random = randomFrom(seed);
      for (let step = 0; step < steps; step += 1) await act(random.pick(users), random, added, joins);

      const { rows } = await pool.query<{
        page: number;
        field: string;
        was: string | null;
        now: string | null;
      }>(
        `SELECT page::int, field, was, now FROM vouch_people.trail WHERE page IS NOT NULL AND field <> '' ORDER BY id`,
      );
      const isSaid = (field: string): boolean => (joins ? labels.has(field) : !events.has(field));
      const wrong: object[] = [];
      for (const { page, field, was, now: then } of rows.filter((row) => isSaid(row.field))) {
        const before = known.get(page)?.get(field) ?? null;
        if (before !== was) wrong.push({ page, field, was, before });
        known.get(page)?.set(field, then);
      }
      for (const [page, values] of known) {
        const kept = await now(page);
        for (const field of new Set([...values.keys(), ...kept.keys()].filter(isSaid))) {
          const [said, value] = [values.get(field) ?? null, kept.get(field) ?? null];
          if (said !== value) wrong.push({ page, field, said, value });
        }
      }
      expect(rows.length).toBeGreaterThan(steps / 2);
      expect(wrong).toEqual([]);
    },
    120_000,
  );
});
