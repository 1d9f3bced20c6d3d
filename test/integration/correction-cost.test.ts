import { DatabaseSync, StatementSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { madeInvoice, writeMade } from '../helpers/made-invoices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';

type Prepared = 'get' | 'all' | 'run' | 'iterate';

/** Every SQL statement that this process runs from now on, transactions included. */
const recordStatements = (): string[] => {
  const said: string[] = [];
  const restores: (() => void)[] = [];
  for (const name of ['get', 'all', 'run', 'iterate'] satisfies Prepared[]) {
    const original = Reflect.get(StatementSync.prototype, name) as (...values: unknown[]) => unknown;
    const counted = function (this: StatementSync, ...values: unknown[]) {
      said.push(this.sourceSQL);
      return original.apply(this, values);
    };
    Reflect.set(StatementSync.prototype, name, counted);
    restores.push(() => Reflect.set(StatementSync.prototype, name, original));
  }
  const exec: (sql: string) => void = Reflect.get(DatabaseSync.prototype, 'exec');
  Reflect.set(DatabaseSync.prototype, 'exec', function (this: DatabaseSync, sql: string) {
    said.push(sql);
    exec.call(this, sql);
  });
  restores.push(() => Reflect.set(DatabaseSync.prototype, 'exec', exec));
  onTestFinished(() => {
    for (const restore of restores) restore();
  });
  return said;
};

const recognized = async () => {
  const folder = await temporaryFolder();
  const made = await madeInvoice(1);
  const { input, truths } = await writeMade(folder, [made]);
  const started = await startBackend({
    home: join(folder, 'home'),
    environment: { VOUCH_SANDBOX_TRUTH: truths },
  });
  const files = [{ kind: 'path', path: join(input, made.name) }] as const;
  const { added } = await started.ask('pages.add', {
    service: 'vat-invoice',
    sandbox: true,
    files: [...files],
  });
  await started.ended(added);
  return { ...started, id: added[0] ?? 0, home: join(folder, 'home'), truths };
};

const readsOfReplies = (statements: readonly string[]): number =>
  statements.filter((sql) => /\bFROM replies\b/u.test(sql)).length;

test('a typed correction runs at most 10 statements and reads the reply at most once', async () => {
  const { ask, id, home, truths, close } = await recognized();
  // The search for a QR code, which follows the recognition, has ended by then.
  await close();
  const again = await startBackend({ home, environment: { VOUCH_SANDBOX_TRUTH: truths } });
  await again.ask('pages.list', { service: 'vat-invoice' });
  await expect.poll(() => again.ask('pages.open', { id })).toMatchObject({ summary: { id } });
  expect(ask).not.toBe(again.ask);

  const statements = recordStatements();
  const kept = await again.ask('pages.correct', { id, field: 'seller.name', value: '甲公司' });
  expect(kept.invoice?.value.seller.name).toBe('甲公司');
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(10);
  expect(readsOfReplies(statements)).toBeLessThanOrEqual(1);
});

test('the first correction after a start reads the reply once', async () => {
  const { id, home, truths, close } = await recognized();
  await close();
  const again = await startBackend({ home, environment: { VOUCH_SANDBOX_TRUTH: truths } });
  await again.ask('app.info', {});
  const statements = recordStatements();
  await again.ask('pages.correct', { id, field: 'seller.name', value: '甲公司' });
  expect(readsOfReplies(statements), statements.join('\n')).toBe(1);
});

test('the event that tells of a correction carries the whole page', async () => {
  const { ask, events, id } = await recognized();
  const before = events.length;
  const kept = await ask('pages.correct', { id, field: 'seller.name', value: '甲公司' });
  expect(events.slice(before).filter(({ type }) => type === 'pages.changed')).toEqual([
    { type: 'pages.changed', pages: [kept.summary], details: [kept] },
  ]);
});
