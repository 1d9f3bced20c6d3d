import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ledgerSchema } from '../../../electron/office/store/schema.ts';
import { ledgerColumns } from '../../../electron/store/records/ledger-columns.ts';
import { openOfficeAt } from '../../helpers/office.ts';
import { noPostgres, sharedPostgres, type SharedServer } from '../../helpers/postgres.ts';

const columnRow = z.object({
  name: z.string(),
  type: z.enum(['bigint', 'integer', 'text', 'bytea']),
  optional: z.enum(['YES', 'NO']),
  initial: z.string().nullable(),
  counted: z.enum(['YES', 'NO']),
});
const kinds = { bigint: 'int', integer: 'int', text: 'text', bytea: 'bytes' } as const;

let server: SharedServer;

describe.skipIf(noPostgres !== null)('the columns of the ledger in PostgreSQL', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
  });

  test('are those of its tables', async () => {
    const { connection } = await openOfficeAt(await server.database());
    for (const [table, columns] of Object.entries(ledgerColumns)) {
      const { rows } = await connection.pool.query(
        `SELECT column_name AS name, data_type AS type, is_nullable AS optional, column_default AS initial,
           is_identity AS counted
         FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2`,
        [ledgerSchema, table],
      );
      const found = rows
        .map((row) => columnRow.parse(row))
        .map(({ name, type, optional, initial, counted }) => {
          if (initial !== null || counted === 'YES') return [name, `${kinds[type]}=`];
          return [name, optional === 'YES' ? `${kinds[type]}?` : kinds[type]];
        });
      expect([table, Object.fromEntries(found)]).toStrictEqual([table, columns]);
    }
  });
});
