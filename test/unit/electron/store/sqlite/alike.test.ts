import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLedger } from '../../../../../electron/store/sqlite/open-ledger.ts';
import { allAlike } from '../../../../../electron/store/records/review.ts';
import { begun } from '../../../../helpers/test-ledger.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

const sha = 'a'.repeat(64);
const invoice = {
  kind: '04',
  code: '3100',
  number: '12345678',
  issueDate: '2024-05-28',
  seller: '甲公司',
  sellerTaxId: null,
  grossTotal: '318.00',
  faces: null,
  warnings: 0,
  errors: 0,
};

/** Recognized invoices with given figures; page ids count from 1. */
const ledgerWith = async (invoices: readonly Partial<typeof invoice>[]) => {
  const opened = openLedger(join(await temporaryFolder(), 'ledger.sqlite'), () => new Date());
  if (!opened.ok) throw new Error(opened.failure.detail);
  const ledger = opened.value;
  const picture = { encoding: 'jpg', width: 4, height: 3, bytes: 10, sha256: sha } as const;
  const preparation = {
    format: 'jpg',
    page: { width: 40, height: 30, unit: 'px' },
    treatment: { turn: 0, masks: [] },
    changes: [],
  } as const;
  const prepared = { originalSha256: sha, originalBytes: 10, pageCount: 1, picture, preparation };
  const page = { service: 'vat-invoice', name: 'a', source: 'a', path: null, sandbox: false } as const;
  const [first = 0, ...rest] = ledger.pages.addPages(
    invoices.map(() => ({ ...page, options: {}, author: 'local', prepared })),
  );
  const answerer = { kind: 'service', appId: 'app', baseUrl: 'https://api.example.com' } as const;
  const identity = { service: 'vat-invoice', originalSha256: sha, page: 1, options: {}, answerer } as const;
  const callId = begun(ledger, { ...identity, pageId: first, picture: sha });
  const end = { callId, httpStatus: 200, sid: null, serverDate: null, response: Buffer.from('response') };
  ledger.calls.endCall({ ...end, pageId: first, outcome: 'answered' });
  for (const id of rest) ledger.calls.reuseCall(id, callId);
  for (const [index, id] of [first, ...rest].entries())
    ledger.results.putSummaries(new Map([[id, { ...invoice, ...invoices[index] }]]));
  return ledger;
};

const copies = (count: number): readonly Partial<typeof invoice>[] =>
  Array.from({ length: count }, () => ({}));

test('returns a few of a thousand copies, and all of them on request', async () => {
  const ledger = await ledgerWith(copies(1_000));
  const ids = (atMost?: number) =>
    ledger.results
      .lookalikes([{ page: 500, demo: false, key: invoice }], atMost)
      .flat()
      .map(({ pageId }) => pageId);
  expect(ids()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(ids(allAlike)).toHaveLength(999);
  expect(ids(allAlike)).not.toContain(500);
  ledger.close();
});

test('prefers the same invoice to others that share a number or a sum', async () => {
  const others = [
    ...Array.from({ length: 40 }, () => ({ code: '4400', seller: '乙公司', grossTotal: '1.00' })),
    ...Array.from({ length: 40 }, (_, index) => ({ number: String(20_000_000 + index), seller: '丙公司' })),
  ];
  const ledger = await ledgerWith([
    ...others,
    { grossTotal: '2.00' },
    { number: '30000000', seller: '甲公司' },
    {},
  ]);
  const found = ledger.results
    .lookalikes([{ page: 83, demo: false, key: invoice }])
    .flat()
    .map(({ pageId }) => pageId);
  expect(found).toContain(81);
  expect(found).toContain(82);
  expect(found.length).toBeLessThanOrEqual(16);
  expect(ledger.results.lookalikes([{ page: 83, demo: true, key: invoice }])).toEqual([[]]);
  ledger.close();
});
