import { describe, expect, test } from 'vitest';
import { noPostgres } from '../helpers/postgres.ts';
import { officeRounds } from '../soak/office.ts';

describe.skipIf(noPostgres !== null)('an office whose workers, servers and PostgreSQL are killed', () => {
  test('loses nothing and pays for nothing twice', async () => {
    const report = await officeRounds(4, { awayMs: 4_000 });
    expect(report).toMatchObject({ rounds: 4, lost: 0, repeated: 0, badEdits: 0, failures: [] });
  }, 300_000);
});
