import { join } from 'node:path';
import { expect, test } from 'vitest';
import { localAuthor } from '../../shared/review/event.ts';
import { openLedger } from '../../electron/store/sqlite/open-ledger.ts';
import { startBackend } from '../helpers/test-backend.ts';
import { demoPages } from '../helpers/demo-pages.ts';

test('counts booked and archived invoices before a removal', async () => {
  const first = await startBackend();
  const { added } = await first.ask('pages.add', demoPages('vat-invoice'));
  await first.ended(added);
  const ids = [...added];
  expect(await first.ask('pages.books', { ids })).toEqual({ booked: 0, archived: 0 });
  await first.close();
  const ledger = openLedger(join(first.home, 'ledger.sqlite'), () => new Date());
  if (!ledger.ok) throw new Error(ledger.failure.reason);
  const [id = 0] = ids;
  const booking = { word: '记', number: 1, date: '2024-05-31', period: '2024-05' };
  const { results } = ledger.value;
  results.append(id, results.events(id).length, localAuthor, [
    { kind: 'book', booking },
    { kind: 'archive', from: '2024-05-01', to: '2024-05-31' },
  ]);
  ledger.value.close();
  const second = await startBackend({ home: first.home });
  expect(await second.ask('pages.books', { ids })).toEqual({ booked: 1, archived: 1 });
});
