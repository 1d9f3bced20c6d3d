import { describe, expect, test } from 'vitest';
import type { KeptPage } from '../../../../electron/pipeline/page-intake.ts';
import {
  createScanReader,
  recognizePage,
  recordReading,
  showKnown,
} from '../../../../electron/pipeline/scan-intake.ts';
import type { WriteStore } from '../../../../electron/store/port.ts';
import type { PageRow } from '../../../../electron/store/records/page.ts';
import type { Sent } from '../../../../shared/contract/page.ts';
import { emptyInvoice } from '../../../../shared/invoice/empty-invoice.ts';
import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { success } from '../../../../shared/result.ts';
import { sha } from '../../../helpers/stored-pages.ts';

const picture: Sent = { sha256: sha('a'), encoding: 'png', width: 8, height: 10, bytes: 10 };
const payload = (reader: 'pdf' | 'local', over: Partial<InvoiceExtraction> = {}): InvoiceExtraction => ({
  reader,
  invoice: emptyInvoice,
  ticket: null,
  origins: {},
  findings: [],
  qr: null,
  ...over,
});
const ofPicture = payload('local', { picture: sha('a') });

/** A ledger with the data of a page's file, and possibly with an earlier reading of its picture. */
const setUp = (pages: readonly number[], isReadBefore: boolean) => {
  const extractions = [
    { id: 1, callId: null, reader: 'pdf', version: 1, payload: payload('pdf', { pages }) },
    ...(isReadBefore ? [{ id: 2, callId: null, reader: 'local', version: 1, payload: ofPicture }] : []),
  ];
  let shown = 1;
  let qr: string | null | undefined;
  const unit = {
    extractionsOf: async () => Promise.resolve(extractions),
    addExtraction: async (_: number, { version, payload: added, isShown }: never) => {
      extractions.push({ id: 2, callId: null, reader: 'local', version, payload: added });
      if (isShown ?? true) shown = 2;
      return Promise.resolve();
    },
    showExtraction: async (_: number, id: number) => {
      shown = id;
      return Promise.resolve();
    },
    setTreatment: async () => Promise.resolve(),
    setPrepared: async () => Promise.resolve(true),
    setQr: async (_: string, text: string | null) => {
      qr = text;
      return Promise.resolve();
    },
    page: async () => Promise.resolve({ id: 7, part: 0, picture, qr }),
  };
  return { unit: unit as unknown as WriteStore, shown: () => shown };
};

const row = { id: 7, picture, state: 'recognized', failure: null, reader: 'pdf' } as unknown as PageRow;
const kept: KeptPage = {
  prepared: { picture } as KeptPage['prepared'],
  restore: async () => Promise.resolve(),
};

describe.each([
  ['several pages', [1, 2], 1],
  ['one page', [1], 2],
] as const)('the incomplete data of a file, for an invoice of %s', (_, pages, expected) => {
  test('after its page was read in the window or by a worker', async () => {
    const { unit, shown } = setUp(pages, true);
    const seen: number[] = [];
    const scans = createScanReader({
      folder: { store: { ...unit, transact: async (work: (one: WriteStore) => unknown) => work(unit) } },
      trustedKeys: () => [],
      onKept: async () => {
        seen.push(shown());
        return Promise.resolve();
      },
      onChange: () => {},
    } as unknown as Parameters<typeof createScanReader>[0]);
    expect(await scans.recognize(row, 'alone', new AbortController().signal)).toBe('recognized');
    // What depends on the values is derived from those that stay shown.
    expect(seen).toEqual([expected]);
  });

  test('after its page was read on the command line', async () => {
    const { unit, shown } = setUp(pages, false);
    await recordReading(unit, 7, kept, { read: success([ofPicture]), qr: null }, []);
    expect(shown()).toBe(expected);
  });

  test('after the command line found what it read before', async () => {
    const { unit, shown } = setUp(pages, true);
    expect(await showKnown(unit, row, kept, true, [])).toBe(true);
    expect(shown()).toBe(expected);
  });
});

test('codes that are found on a picture that was read before are there for the call', async () => {
  const { unit } = setUp([1], true);
  const code = '01,10,033002000111,12345678,100.00,20240101,12345678901234567890,ABCD';
  const called: unknown[] = [];
  const scans = createScanReader({
    folder: {
      store: { ...unit, transact: async (work: (one: WriteStore) => unknown) => work(unit) },
      pictures: { file: async () => Promise.resolve('/picture') },
    },
    intake: { qrTexts: async () => Promise.resolve([code]), inkOn: async () => Promise.resolve(null) },
    trustedKeys: () => [],
    onKept: async () => Promise.resolve(),
    onChange: () => {},
  } as unknown as Parameters<typeof createScanReader>[0]);
  await recognizePage(
    { ...row, service: 'vat-invoice', part: 0, options: {} },
    new AbortController().signal,
    {
      scans,
      here: true,
      skipsProven: false,
      call: async ({ qr }) => {
        called.push(qr);
        return Promise.resolve('recognized');
      },
    },
  );
  expect(called).toEqual([expect.stringContaining('033002000111,12345678')]);
});
