import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { makePaper, paperPdf } from '../samples/digital/make-paper.ts';
import { latinText, pdf } from '../samples/digital/pdf-file.ts';
import { printInvoice } from '../samples/digital/write-pdf.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';
import { prepareFile } from '../../electron/intake/prepare-file.ts';
import { untreated } from '../../shared/contract/preparation.ts';
import { formatCapitalAmount } from '../samples/format-capital-amount.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import { centsOf } from '../../shared/invoice/money.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { pass, sessionCode, type Fault } from '../helpers/fault-server.ts';
import { page } from '../helpers/printed-pdf.ts';
import { madeInvoice } from '../helpers/made-invoices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';

const invoice = makeDigitalInvoice(seededRandom(7), { lines: 2, isRed: false, hasSpecialCharacters: false });

type Text = readonly [text: string, x: number, y: number];

const noAddress = { addressPhone: null, bankAccount: null };
const noAddresses = {
  buyer: { ...invoice.buyer, ...noAddress },
  seller: { ...invoice.seller, ...noAddress },
};
const wordsOf = (amount: string | null): string => formatCapitalAmount(centsOf(amount) ?? 0);

/** A page of the invoice's file, and a service that reads another invoice from its picture. */
const setUp = async (
  content: string | Buffer,
  { script = () => pass, settings = {} }: { script?: (call: number) => Fault; settings?: object } = {},
) => {
  const folder = await temporaryFolder();
  // The content decides the format, not the name.
  const path = join(folder, 'invoice');
  await writeFile(path, content);
  const form = await prepareFile({ path, page: 1, treatment: untreated, password: null }, () => {});
  if (!form.ok) throw new Error(form.failure.reason);
  const { truth } = await madeInvoice(1);
  const service = await startCountingService([{ ...truth, sha256: form.value.sent.sha256 }], script);
  const backend = await startBackend({ environment: service.environment });
  const { ask, ended } = backend;
  await ask('settings.change', settings);
  const files = [{ kind: 'path', path }] as const;
  const { added } = await ask('pages.add', { service: 'vat-invoice', sandbox: false, files: [...files] });
  const [id = 0] = added;
  await ended([id]);
  const compare = async () => {
    await ask('pages.compare', { id });
    await ended([id]);
    return ask('pages.open', { id });
  };
  return { ...backend, id, compare, calls: service.calls };
};

const compared = ({ invoice: shown }: Awaited<ReturnType<Awaited<ReturnType<typeof setUp>>['compare']>>) =>
  shown?.checks.filter(({ id }) => id.startsWith('recognition-')).map(({ id, level }) => [id, level]);

describe('a complete digital invoice', () => {
  test('is compared once, and a second request is answered while the first one waits', async () => {
    const { ask, ended, id, calls } = await setUp(writeEInvoice(invoice));
    await ask('queue.pause', { paused: true });
    await ask('pages.compare', { id });
    expect((await ask('pages.open', { id })).summary.state).toBe('waiting');
    await ask('pages.compare', { id });
    await ask('queue.pause', { paused: false });
    await ended([id]);
    expect(calls()).toBe(1);
  });

  test('is compared with the service only on request, and keeps its file’s data', async () => {
    const { ask, id, compare, calls } = await setUp(writeEInvoice(invoice));
    const before = await ask('pages.open', { id });
    expect(compared(before)).toEqual([]);
    await ask('pages.recognize', { ids: [id] });
    expect(calls()).toBe(0);
    const after = await compare();
    expect(calls()).toBe(1);
    expect(after.summary).toMatchObject({ state: 'recognized', reader: 'xml', failure: null });
    expect(after.invoice?.value).toEqual(before.invoice?.value);
    expect(compared(after)).toEqual([['recognition-differs', 'error']]);
    const message = after.invoice?.checks.find(({ id: check }) => check === 'recognition-differs')?.message
      .en;
    expect(message).toContain('differ');
  });

  test('keeps its file’s data if the call fails, and reports the failure', async () => {
    const refused = sessionCode(10163, 'param validate error');
    const { compare } = await setUp(writeEInvoice(invoice), { script: () => refused });
    const after = await compare();
    expect(after.summary).toMatchObject({ state: 'recognized', reader: 'xml', failure: { code: 10163 } });
    expect(after.invoice?.value.number).toBe(invoice.number);
    expect(compared(after)).toEqual([]);
  });

  test('is never sent while the settings forbid calls', async () => {
    const { ask, failure, id, calls } = await setUp(writeEInvoice(invoice), {
      settings: { localOnly: true },
    });
    expect(await failure('pages.compare', { id })).toBe('calls-off');
    expect(calls()).toBe(0);
    const { summary } = await ask('pages.open', { id });
    expect(summary).toMatchObject({ state: 'recognized', failure: null });
  });
});

test('a paper that is no invoice is never sent to be compared', async () => {
  const { failure, ask, id, calls } = await setUp(paperPdf(makePaper('hotel-bill', 1)));
  expect(await failure('pages.compare', { id })).toBe('paper-not-sent');
  await ask('pages.recognize', { ids: [id] });
  expect(calls()).toBe(0);
});

const printed = (changes: Partial<Invoice> = {}): Buffer =>
  printInvoice({ ...invoice, ...noAddresses, ...changes }, 'digital', seededRandom(3));

const goods = (name: string): readonly Text[] => [
  ['项目名称', 20, 120],
  ['金额', 150, 120],
  ['税率', 230, 120],
  ['税额', 320, 120],
  [name, 14, 140],
  ['100.00', 145, 140],
  ['6%', 232, 140],
  ['6.00', 320, 140],
];

describe('an incomplete digital invoice', () => {
  const withoutTotals = { total: null, taxTotal: null, grossTotal: null, grossTotalWords: null };

  test.each([
    ['XML', writeEInvoice(invoice).replace(/<TotalTaxAm>.*?<\/TotalTaxAm>/u, '')],
    ['PDF', printed(withoutTotals)],
  ])('is sent to the service as a picture, and its own values are compared: %s', async (_, content) => {
    const { ask, id, calls } = await setUp(content);
    const read = async () => (await ask('pages.open', { id })).summary.reader;
    await expect.poll(read, { timeout: 20_000 }).toBe('service');
    expect(calls()).toBe(1);
    expect(compared(await ask('pages.open', { id }))).toEqual([['recognition-differs', 'error']]);
  });

  test('of several pages keeps its data, because a call sees one page only', async () => {
    const head: readonly Text[] = [
      ['电子发票（普通发票）', 130, 30],
      [`发票号码：${invoice.number ?? ''}`, 350, 45],
      ['开票日期：2024年05月20日', 350, 60],
      ['购买方名称：甲公司', 20, 90],
      ['销售方名称：乙公司', 200, 90],
    ];
    const { ask, ended, id, calls } = await setUp(
      pdf([page([...head, ...goods('*食品*甲')]), page([...head, ...goods('*食品*乙')])]),
    );
    await expect.poll(calls, { timeout: 60_000 }).toBe(1);
    await ended([id]);
    const after = await ask('pages.open', { id });
    expect(after.summary).toMatchObject({ state: 'recognized', reader: 'pdf' });
    expect(after.invoice?.value.lines.map(({ name }) => name)).toEqual(['*食品*甲', '*食品*乙']);
    expect(compared(after)).toEqual([['recognition-differs', 'error']]);
  });

  test('keeps its file’s data if it is asked for again and nothing reads it', async () => {
    const { ask, ended, id, calls } = await setUp(printed(withoutTotals), { settings: { localOnly: true } });
    const before = (await ask('pages.open', { id })).summary;
    expect(before).toMatchObject({ state: 'recognized', reader: 'pdf' });
    await ask('pages.recognize', { ids: [id] });
    await ended([id]);
    const after = (await ask('pages.open', { id })).summary;
    expect(after).toMatchObject({ state: 'recognized', reader: 'pdf', failure: null });
    expect(calls()).toBe(0);
  });

  test('leaves nothing to compare if its text has no invoice', async () => {
    const { ask, id, calls } = await setUp(pdf([{ content: latinText('lorem ipsum 123', 60, 700, 12) }]));
    const read = async () => (await ask('pages.open', { id })).summary.reader;
    await expect.poll(read, { timeout: 20_000 }).toBe('service');
    expect(calls()).toBe(1);
    expect(compared(await ask('pages.open', { id }))).toEqual([]);
  });
});

test('makes no call for a complete PDF, even if it is exempt and prints no tax', async () => {
  const lines = invoice.lines.map((line) => Object.assign({}, line, { taxRate: '免税', tax: '***' }));
  const grossTotal = invoice.total;
  const exempt = printed({ lines, taxTotal: '***', grossTotal, grossTotalWords: wordsOf(grossTotal) });
  for (const content of [printed(), exempt]) {
    const { ask, id, calls } = await setUp(content);
    expect((await ask('pages.open', { id })).summary).toMatchObject({ state: 'recognized', reader: 'pdf' });
    expect(calls()).toBe(0);
  }
});
