import { appendFileSync } from 'node:fs';
import { DatabaseSync, StatementSync } from 'node:sqlite';

/** The thread of the store, which notes every SQL statement that it runs in the file that `VOUCH_STATEMENTS` names. */
const note = (sql: string): void => {
  const path = process.env['VOUCH_STATEMENTS'];
  if (path) appendFileSync(path, `${JSON.stringify(sql)}\n`);
};

/** A planted bug in every statement that contains `VOUCH_PLANTED_BUG`. */
const breakAt = (sql: string): void => {
  const planted = process.env['VOUCH_PLANTED_BUG'];
  if (planted && sql.includes(planted)) throw new TypeError('a planted bug');
};

for (const name of ['get', 'all', 'run', 'iterate'] as const) {
  const original = Reflect.get(StatementSync.prototype, name) as (...values: unknown[]) => unknown;
  const counted = function (this: StatementSync, ...values: unknown[]) {
    note(this.sourceSQL);
    breakAt(this.sourceSQL);
    return original.apply(this, values);
  };
  Reflect.set(StatementSync.prototype, name, counted);
}
const exec: (sql: string) => void = Reflect.get(DatabaseSync.prototype, 'exec');
Reflect.set(DatabaseSync.prototype, 'exec', function (this: DatabaseSync, sql: string) {
  note(sql);
  exec.call(this, sql);
});

await import('../../electron/store/sqlite/store-worker.ts');
