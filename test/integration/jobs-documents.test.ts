import { expect, test } from 'vitest';
import { soakDocuments } from '../soak/documents.ts';

/** The full length, twenty thousand, runs under `npm run soak`. */
test('recognizes hundreds of documents in a row', async () => {
  const report = await soakDocuments(300, 100);
  expect(report).toMatchObject({ recognized: 300, others: [] });
  expect(report.memory.map(({ documents }) => documents)).toEqual([100, 200, 300]);
}, 120_000);
