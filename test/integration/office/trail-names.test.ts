import { beforeEach, describe, expect, test } from 'vitest';
import { createAuditLog, type AuditLog } from '../../../electron/office/users/audit-log.ts';
import { openUserDatabase } from '../../../electron/office/users/database.ts';
import { openUsers } from '../../../electron/office/users/office.ts';
import { createLocalClaims } from '../../../electron/store/records/claim.ts';
import type { Store } from '../../../electron/store/port.ts';
import { openOfficeAt, usersPool } from '../../helpers/office.ts';
import { noPostgres, sharedPostgres } from '../../helpers/postgres.ts';
import { addOne } from '../../helpers/stored-pages.ts';

describe.skipIf(noPostgres !== null)('the audit log, asked for a cause,', () => {
  let store: Store;
  let log: AuditLog;

  beforeEach(async () => {
    const url = await (await sharedPostgres()).database();
    ({ store } = await openOfficeAt(url));
    const pool = usersPool(url, 5);
    await openUsers(
      pool,
      createLocalClaims(() => new Date()),
    );
    log = createAuditLog(openUserDatabase(pool));
    return () => pool.end();
  });

  test('names who was the last to restore or delete a page, since it was removed', async () => {
    const id = await addOne(store);
    const done = (name: string, command: string, about = '') =>
      log.add({
        user: { id: name, name },
        address: '',
        action: `command pages.${command}`,
        about,
        pages: [id],
      });
    const lastBut = (name: string) =>
      log.lastUser({ used: ['pages.restore', 'pages.purge'], unless: 'pages.remove' }, [id], name);
    await done('Li', 'remove');
    await done('Li', 'restore');
    expect(await lastBut('Wang')).toBe('Li');
    await done('Wang', 'remove');
    expect(await lastBut('Wang')).toBeNull();
    await done('Wang', 'restore');
    await done('Li', 'restore', 'not-in-bin');
    // From another window of the same user.
    expect(await lastBut('Wang')).toBeNull();
    expect(await lastBut('Li')).toBe('Wang');
  });

  test('names who has taken the role of an administrator, and nobody who changed another role', async () => {
    const changed = (name: string, was: string | null, now: string | null) =>
      log.add({
        user: { id: name, name },
        address: '',
        action: 'role-changed',
        about: '',
        change: { field: 'role', was, now },
      });
    await changed('Zhao', 'preparer', 'viewer');
    await changed('Zhao', 'preparer', 'administrator');
    await changed('Zhao', 'administrator', 'administrator');
    expect(await log.lastAdministering('Li')).toBeNull();
    await changed('Wang', 'administrator', null);
    await changed('Zhao', 'viewer', 'preparer');
    expect(await log.lastAdministering('Li')).toBe('Wang');
    expect(await log.lastAdministering('Wang')).toBeNull();
  });
});
