import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLog } from '../../electron/infra/log.ts';
import { commands, type CommandName } from '../../shared/contract/commands.ts';
import { madeInvoice, writeMade } from '../helpers/made-invoices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';
import { replaceThread } from '../helpers/thread-addresses.ts';

replaceThread('store-worker.ts', new URL('../helpers/counting-store-worker.ts', import.meta.url));

/** Plants a bug in every statement of the ledger that contains a text. */
const plantBug = (text: string): void => {
  process.env['VOUCH_PLANTED_BUG'] = text;
  onTestFinished(() => void delete process.env['VOUCH_PLANTED_BUG']);
};

const withInvoice = async () => {
  const folder = await temporaryFolder();
  const made = await madeInvoice(1);
  const { input, truths } = await writeMade(folder, [made]);
  const home = join(folder, 'home');
  const log = openLog(join(home, 'logs', 'browser.log'), () => new Date());
  const started = await startBackend({ home, log, environment: { VOUCH_SANDBOX_TRUTH: truths } });
  const files = [{ kind: 'path' as const, path: join(input, made.name) }];
  return { ...started, home, log, files };
};

describe('a bug in a job', () => {
  test('fails the page without claiming that something was sent, and appears in the diagnostics with its stack', async () => {
    plantBug('INSERT INTO calls');
    const { ask, ended, files, log, events } = await withInvoice();
    const { added } = await ask('pages.add', { service: 'vat-invoice', sandbox: true, files });
    await ended(added);
    const { summary } = await ask('pages.open', { id: added[0] ?? 0 });
    expect(summary).toMatchObject({
      state: 'failed',
      failure: { kind: 'input', reason: 'internal', mayHaveBeenPaid: false },
    });
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'failure', failure: expect.objectContaining({ id: 'internal' }) }),
    );
    await log.flush();
    const { text } = await ask('app.diagnostics', {});
    expect(text).toMatch(/error unexpected TypeError: a planted bug.*calls/u);
  });

  test('leaves the page interrupted if the request has already left', async () => {
    plantBug('INSERT INTO responses');
    const { ask, ended, files, log } = await withInvoice();
    const { added } = await ask('pages.add', { service: 'vat-invoice', sandbox: true, files });
    await ended(added);
    const [id = 0] = added;
    expect((await ask('pages.open', { id })).summary.state).toBe('interrupted');
    expect((await ask('pages.calls', { id })).calls).toMatchObject([{ state: 'interrupted' }]);
    await log.flush();
  });
});

describe('the ledger of a newer program', () => {
  test('accepts every command that reads and refuses every one that writes', async () => {
    const { close, home } = await withInvoice();
    await close();
    const db = new DatabaseSync(join(home, 'ledger.sqlite'));
    db.exec('PRAGMA user_version = 4711');
    db.close();
    const { failure, ask, events } = await startBackend({ home });
    const inputs: Partial<Record<CommandName, unknown>> = {
      'pages.undo': { id: 1, redo: false },
      'pages.summarizeExport': { service: 'vat-invoice' },
      'pages.list': { service: 'vat-invoice' },
      'pages.remove': { ids: [] },
      'queue.pause': { paused: false },
    };
    for (const [name, input] of Object.entries(inputs) as [CommandName, unknown][])
      expect([name, await failure(name, input)]).toEqual([
        name,
        commands[name].ledger === 'write' ? 'ledger-read-only' : 'none',
      ]);
    await ask('settings.change', { confidenceLimit: 0.5 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(events.filter(({ type }) => type === 'failure' || type === 'progress')).toEqual([]);
  });
});
