import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test, vi } from 'vitest';
import { startBackend } from '../helpers/test-backend.ts';
import { demoPages } from '../helpers/demo-pages.ts';

const service = 'vat-invoice';

/** A closed ledger with recognized samples, on which some SQL was run. `$page` stands for the first page. */
const changedLedger = async (sql: string) => {
  const { ask, ended, close, home } = await startBackend();
  const { added } = await ask('pages.add', demoPages(service));
  await ended(added);
  const pages = await ask('pages.list', { service });
  const id = pages.find(({ state }) => state === 'recognized')?.id ?? 0;
  const summary = await ask('pages.summarizeExport', { service });
  await close();
  const db = new DatabaseSync(join(home, 'ledger.sqlite'));
  db.exec(sql.replaceAll('$page', String(id)));
  db.close();
  return { home, id, summary };
};

const damage = `UPDATE responses SET body = x'00' WHERE call = (SELECT call FROM pages WHERE id = $page);`;
const newer = 'PRAGMA user_version = 99;';

const lost = {
  summary: { state: 'failed', failure: { reason: 'reply-lost', mayHaveBeenPaid: true } },
  invoice: null,
};

describe('a page whose stored response is damaged', () => {
  test('opens with its failure in the ledger of a newer program, which stays as it is', async () => {
    const { home, id } = await changedLedger(damage + newer);
    const { ask, events, failure, close } = await startBackend({ home });
    expect(await failure('pages.remove', { ids: [id] })).toBe('ledger-read-only');
    expect(await ask('pages.open', { id })).toMatchObject(lost);
    expect(await ask('pages.open', { id })).toMatchObject(lost);
    const rows = await ask('pages.list', { service });
    expect(rows.find((row) => row.id === id)?.state).toBe('recognized');
    await close();
    expect(events.filter(({ type }) => type === 'failure' || type === 'pages.changed')).toEqual([]);
  });

  test('opens with its failure, which the ledger has soon after', async () => {
    const { home, id } = await changedLedger(damage);
    const { ask, events } = await startBackend({ home });
    const opened = await ask('pages.open', { id });
    expect(opened).toMatchObject(lost);
    await vi.waitFor(async () => {
      const rows = await ask('pages.list', { service });
      expect(rows.find((row) => row.id === id)).toMatchObject(lost.summary);
    });
    // The response was what the ledger shows now, except for the time of the failure.
    const again = await ask('pages.open', { id });
    const { finishedAt } = again.summary;
    expect(again).toEqual({ ...opened, summary: { ...opened.summary, finishedAt } });
    await vi.waitFor(() => {
      const changed = events.flatMap((event) => (event.type === 'pages.changed' ? event.pages : []));
      expect(changed).toContainEqual(expect.objectContaining({ id, state: 'failed' }));
    });
    expect(events.filter(({ type }) => type === 'failure')).toEqual([]);
  });

  test('counts as failed before an export, also if the ledger is read-only', async () => {
    const withoutFindings = 'UPDATE results SET open_findings = NULL;';
    const { home, summary } = await changedLedger(withoutFindings + damage + newer);
    const { ask } = await startBackend({ home });
    const now = await ask('pages.summarizeExport', { service });
    expect(now).toMatchObject({
      pages: summary.pages,
      recognized: summary.recognized - 1,
      failed: summary.failed + 1,
      needsDecision: true,
    });
  });
});

test('findings that are not stored count before an export from a read-only ledger', async () => {
  const { home, summary } = await changedLedger(`UPDATE results SET open_findings = NULL; ${newer}`);
  const { ask } = await startBackend({ home });
  expect(summary.checks.length).toBeGreaterThan(0);
  expect(await ask('pages.summarizeExport', { service })).toEqual(summary);
});
