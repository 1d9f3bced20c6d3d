import { describe, expect, test } from 'vitest';
import { noPostgres } from '../../helpers/postgres.ts';
import { officeRounds } from '../../soak/office.ts';

describe.skipIf(noPostgres !== null)('kills of workers and of PostgreSQL', () => {
  test('lose nothing and pay for nothing twice', async () => {
    expect(await officeRounds(4)).toMatchObject({ pages: 24, lost: 0, repeated: 0 });
  });
});
