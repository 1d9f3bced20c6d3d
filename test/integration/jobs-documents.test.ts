import { expect, test } from 'vitest';
import { soakDocuments } from '../soak/documents.ts';

/** The full length, twenty thousand, runs under `npm run soak`. */
test('recognizes many documents in a row', async () => {
  const report = await soakDocuments(150, 50);
  expect(report).toMatchObject({ recognized: 150, others: [] });
  expect(report.memory.map(({ documents }) => documents)).toEqual([50, 100, 150]);
}, 120_000);
