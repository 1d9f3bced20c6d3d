import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Invoice } from '../../shared/invoice/model.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { madeInvoice, madeInvoiceText } from '../helpers/made-invoices.ts';
import { asBytes } from '../helpers/service-backend.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';

const invoice = makeDigitalInvoice(seededRandom(5), { lines: 2, isRed: false, hasSpecialCharacters: false });

/** A page with an invoice from an XML file. */
const added = async (given: Invoice) => {
  const path = join(await temporaryFolder(), 'a.xml');
  await writeFile(path, writeEInvoice(given));
  const started = await startBackend();
  const files = [{ kind: 'path' as const, path }];
  const { added: ids } = await started.ask('pages.add', { service: 'vat-invoice', sandbox: false, files });
  await started.ended(ids);
  const [id = 0] = ids;
  return { ...started, id, opened: () => started.ask('pages.open', { id }) };
};

test('a value of a digital original that was changed by hand is a finding until it is as in the file', async () => {
  const { ask, id, opened } = await added(invoice);
  const differing = async () =>
    (await opened()).invoice?.checks
      .filter((check) => check.id === 'differs-from-file')
      .map(({ level, fields, message }) => [level, fields[0], message.en]);
  expect(await differing()).toEqual([]);
  await ask('pages.correct', { id, field: 'grossTotal', value: '93826.00' });
  await ask('pages.correct', { id, field: 'buyer.name', value: '其他公司' });
  expect(await differing()).toEqual([
    ['warn', 'buyer.name', expect.stringContaining(`The file says “${invoice.buyer.name}”`)],
    ['error', 'grossTotal', expect.stringContaining(`The file says “${invoice.grossTotal}”`)],
  ]);
  // It is not clean, so "Confirm N clean" leaves it.
  const review = { ids: [id], mark: 'confirmed' as const, onlyClean: true };
  expect((await ask('batch.review', review)).changed).toEqual([]);
  await ask('pages.revert', { id, field: 'grossTotal' });
  await ask('pages.correct', { id, field: 'buyer.name', value: invoice.buyer.name });
  expect(await differing()).toEqual([]);
  await ask('pages.editLines', { id, edit: { kind: 'delete', at: 0 } });
  expect((await differing())?.map(([, field]) => field)).toEqual(['lines']);
});

test('a value without an end is cut, and marked', async () => {
  const { opened, ask } = await added({ ...invoice, remark: '备'.repeat(1_000_000) });
  const detail = await opened();
  expect(detail.invoice?.value.remark).toHaveLength(10_000);
  expect(detail.invoice?.checks).toContainEqual(
    expect.objectContaining({ id: 'value-cut', level: 'warn', fields: ['remark'] }),
  );
  expect(detail.invoice?.value.grossTotal).toBe(invoice.grossTotal);
  // Where it comes from is cut, too.
  expect(JSON.stringify(detail).length).toBeLessThan(60_000);
  expect(JSON.stringify(await ask('pages.list', { service: 'vat-invoice' })).length).toBeLessThan(10_000);
});

test('a value without an end in an answer of the service is cut, and marked', async () => {
  const made = await madeInvoice(1);
  const text = madeInvoiceText(1, '318.00', '售'.repeat(1_000_000));
  const service = await startCountingService([{ ...made.truth, text }]);
  const { ask, ended } = await startBackend({ environment: service.environment });
  const files = [asBytes(made)];
  const { added: ids } = await ask('pages.add', { service: 'vat-invoice', sandbox: false, files });
  await ended(ids);
  const [id = 0] = ids;
  const detail = await ask('pages.open', { id });
  expect(detail.invoice?.value.seller.name).toHaveLength(10_000);
  expect(detail.invoice?.checks).toContainEqual(
    expect.objectContaining({ id: 'value-cut', level: 'warn', fields: ['seller.name'] }),
  );
  expect(detail.invoice?.value.grossTotal).toBe('318.00');
  expect(JSON.stringify(detail).length).toBeLessThan(80_000);
  expect(JSON.stringify(await ask('pages.list', { service: 'vat-invoice' })).length).toBeLessThan(20_000);
});
