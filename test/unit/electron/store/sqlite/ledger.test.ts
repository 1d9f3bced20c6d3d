import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openLedger } from '../../../../../electron/store/sqlite/open-ledger.ts';
import { recoverLedger } from '../../../../../electron/store/sqlite/recover.ts';
import type { InvoiceExtraction, Seal } from '../../../../../shared/invoice/extraction.ts';
import type { Failure } from '../../../../../shared/services/failure.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';
import {
  page,
  identity,
  failure,
  opened,
  answer,
  newLedger,
  first,
  begun,
  bodyOf,
} from '../../../../helpers/test-ledger.ts';
import { sha, correct } from '../../../../helpers/stored-pages.ts';
import { now } from '../../../../helpers/now.ts';

describe('review events', () => {
  test('keep their order, author, version and extraction', async () => {
    const { ledger } = await newLedger();
    const id = first(ledger.pages.addPages([page()]));
    expect(ledger.results.append(id, 0, 'local', [correct('1'), correct(null)])).toMatchObject({
      ok: true,
      value: [{ version: 0 }, { version: 1 }],
    });
    answer(ledger, id);
    const { extractionId } = ledger.pages.page(id) ?? {};
    ledger.results.append(id, 2, 'other', [{ kind: 'confirm' }]);
    expect(ledger.results.events(id)).toMatchObject([
      { version: 0, by: 'local', change: correct('1'), extractionId: null },
      { version: 1, by: 'local', change: correct(null), extractionId: null },
      { version: 2, by: 'other', change: { kind: 'confirm' }, extractionId },
    ]);
    ledger.close();
  });

  test('for an older version are rejected with the first author, and not stored', async () => {
    const { ledger } = await newLedger();
    const id = first(ledger.pages.addPages([page()]));
    ledger.results.append(id, 0, 'first', [correct('1')]);
    for (const version of [0, 2])
      expect(ledger.results.append(id, version, 'second', [correct('2')])).toEqual({
        ok: false,
        failure: { version: 1, by: 'first' },
      });
    expect(ledger.results.events(id)).toHaveLength(1);
    ledger.close();
  });
});

describe('extractions', () => {
  const party = { name: null, taxId: null, addressPhone: null, bankAccount: null };
  const payload = {
    reader: 'xml',
    invoice: { number: '24', buyer: party, seller: party, lines: [] },
    ticket: null,
    origins: {},
    findings: [],
    qr: null,
  } as unknown as InvoiceExtraction;

  test('of a call belong to each page that shows them, once', async () => {
    const { ledger } = await newLedger();
    const [a = 0, b = 0] = ledger.pages.addPages([page(), page()]);
    const callId = answer(ledger, a);
    ledger.calls.reuseCall(b, callId);
    ledger.calls.reuseCall(b, callId);
    expect(ledger.extractions.extractionsOf(a)).toMatchObject([
      { page: a, reader: 'service', callId, payload: null },
    ]);
    expect(ledger.extractions.extractionsOf(b)).toMatchObject([{ page: b, reader: 'service', callId }]);
    expect(ledger.pages.page(b)).toMatchObject({
      extractionId: ledger.extractions.extractionsOf(b)[0]?.id,
      reader: 'service',
    });
    ledger.close();
  });

  test('of a local reader complete a page without a call, and survive a later failure', async () => {
    const { ledger, path } = await newLedger();
    const id = first(ledger.pages.addPages([page({ prepared: null })]));
    const extraction = ledger.extractions.addExtraction(id, { version: 3, payload });
    ledger.pages.refuse(id, { ...failure, kind: 'input', reason: 'missing', code: null });
    ledger.close();
    const again = opened(path);
    expect(again.pages.page(id)).toMatchObject({
      state: 'recognized',
      reader: 'xml',
      callId: null,
      extractionId: extraction,
      maybePaid: false,
      failure: { reason: 'missing' },
    });
    expect(again.extractions.extraction(extraction)).toMatchObject({ version: 3, payload });
    again.close();
  });

  test('survive a recovery', async () => {
    const { ledger, path } = await newLedger();
    const [a = 0, b = 0] = ledger.pages.addPages([page(), page({ prepared: null })]);
    answer(ledger, a, '{}');
    ledger.extractions.addExtraction(b, { version: 1, payload });
    ledger.results.append(a, 0, 'local', [correct('1')]);
    ledger.close();
    recoverLedger(path, now());
    const again = opened(path);
    for (const id of [a, b]) expect(again.pages.page(id)?.state).toBe('recognized');
    expect(again.results.events(a)).toMatchObject([{ extractionId: again.pages.page(a)?.extractionId }]);
    again.close();
  });
});

test('stores the files and the seal of a digital invoice with its document', async () => {
  const { ledger } = await newLedger();
  const id = first(ledger.pages.addPages([page()]));
  const document = ledger.pages.page(id)?.document ?? 0;
  const ofd = { name: 'a.ofd', path: '/in/a.ofd', sha256: sha('d'), format: 'ofd', bytes: 7 };
  ledger.documents.addRendition(document, ofd);
  ledger.documents.addRendition(document, { ...ofd, path: '/in/b.ofd' });
  ledger.documents.addRendition(document, {
    ...ofd,
    name: 'a.xml',
    sha256: sha('e'),
    path: null,
    format: 'xml',
  });
  expect(ledger.documents.renditions(document)).toMatchObject([
    { name: 'a.ofd', path: '/in/b.ofd' },
    { name: 'a.xml', path: null },
  ]);
  expect(ledger.pages.usesCopy('0', '/in/b.ofd')).toBe(true);
  const signature = { state: 'unchanged', by: '某局', at: null, reason: null } as const;
  ledger.documents.setSeal(document, { ...signature, signatures: [] } as unknown as Seal);
  expect(ledger.pages.page(id)?.seal).toMatchObject({ state: 'unchanged', by: '某局' });
  ledger.pages.removePages([id]);
  expect(ledger.documents.renditions(document)).toEqual([]);
  expect(ledger.pages.usesCopy('0', '/in/b.ofd')).toBe(false);
  ledger.close();
});

test('keeps a call that may have been billed on record after a later success', async () => {
  const { ledger } = await newLedger();
  const [id = 0, other = 0] = ledger.pages.addPages([page(), page()]);
  const callId = begun(ledger, { ...identity(), pageId: id, picture: sha('a') });
  const outcome: Failure = {
    ...failure,
    kind: 'network',
    reason: 'connection-lost',
    code: null,
    mayHaveBeenPaid: true,
  };
  ledger.calls.endCall({
    callId,
    pageId: id,
    outcome,
    httpStatus: null,
    sid: null,
    serverDate: null,
    response: null,
  });
  answer(ledger, id);
  answer(ledger, other);
  expect(ledger.pages.page(id)).toMatchObject({ state: 'recognized', maybePaid: true });
  expect(ledger.pages.page(other)).toMatchObject({ state: 'recognized', maybePaid: false });
  ledger.close();
});

test('does not return a response that has changed on the disk', async () => {
  const { ledger, path } = await newLedger();
  const id = first(ledger.pages.addPages([page()]));
  const callId = answer(ledger, id, '{"total":1}');
  ledger.close();
  const db = new DatabaseSync(path);
  db.exec(`UPDATE responses SET body = CAST('{"total":9}' AS BLOB)`);
  db.close();
  const again = opened(path);
  expect(bodyOf(again, callId)).toBeNull();
  again.close();
});

test('finds invoices with the same number, or with the same amount and day, as look-alikes', async () => {
  const { ledger } = await newLedger();
  const figures = {
    kind: '04',
    code: null,
    issueDate: '2024-05-28',
    seller: 's',
    sellerTaxId: null,
    faces: null,
    warnings: 0,
    errors: 0,
  };
  const ids = ledger.pages.addPages([page(), page(), page(), page(), page({ sandbox: true })]);
  const rows = [
    ['1', '10.00'],
    ['1', '99.00'],
    ['2', '10.00'],
    ['3', '11.00'],
    ['1', '10.00'],
  ] as const;
  for (const [index, id] of ids.entries()) {
    answer(ledger, id, 'response', index === 4 ? { answerer: { kind: 'sandbox', truth: 't' } } : {});
    ledger.results.putSummaries(
      new Map([[id, { ...figures, number: rows[index]![0], grossTotal: rows[index]![1] }]]),
    );
  }
  const alike = ledger.results.lookalikes([
    { page: ids[0]!, demo: false, key: { ...figures, number: '1', grossTotal: '10.00' } },
  ])[0]!;
  expect(alike.map(({ pageId }) => pageId)).toEqual([ids[1], ids[2]]);
  const nothing = { ...figures, number: null, grossTotal: null, issueDate: null };
  expect(ledger.results.lookalikes([{ page: ids[0]!, demo: false, key: nothing }])).toEqual([[]]);
  ledger.close();
});

test('searches a picture once for a QR code, even if it has none', async () => {
  const { ledger } = await newLedger();
  const [id = 0] = ledger.pages.addPages([page()]);
  expect(ledger.pages.page(id)?.qr).toBeUndefined();
  ledger.results.setQr(sha('a'), null);
  expect(ledger.pages.page(id)?.qr).toBeNull();
  ledger.results.setQr(sha('a'), '01,04');
  expect(ledger.pages.page(id)?.qr).toBe('01,04');
  ledger.close();
});

describe('files of another program or version', () => {
  test('are refused and left unchanged if damaged', async () => {
    const path = join(await temporaryFolder(), 'ledger.sqlite');
    writeFileSync(path, 'this is no database, and it is long enough to be taken for one'.repeat(100));
    expect(openLedger(path, now)).toMatchObject({ ok: false, failure: { reason: 'damaged' } });
  });

  test('are refused and left unchanged if newer', async () => {
    const { ledger, path } = await newLedger();
    ledger.close();
    const db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 4711');
    db.close();
    expect(openLedger(path, now)).toMatchObject({ ok: false, failure: { reason: 'newer' } });
  });

  test('are unusable if they are folders', async () => {
    expect(openLedger(await temporaryFolder(), now)).toMatchObject({
      ok: false,
      failure: { reason: 'unusable' },
    });
  });
});
