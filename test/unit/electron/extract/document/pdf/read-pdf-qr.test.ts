import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageQrTexts } from '../../../../../../electron/extract/document/pdf/page-qr.ts';
import { readPdfInvoice } from '../../../../../../electron/extract/document/pdf/read-pdf.ts';
import { seededRandom } from '../../../../../samples/random.ts';
import { mutate } from '../../../../../helpers/mutate.ts';
import { passwordProtection } from '../../../../../helpers/pdf-password.ts';
import { chineseText, latinText, pdf } from '../../../../../samples/digital/pdf-file.ts';
import { qrPage } from '../../../../../helpers/qr-page.ts';
import { readOne, reasonOf, printed, page } from '../../../../../helpers/printed-pdf.ts';

describe('the QR code of a page', () => {
  const qr = '01,32,,24112000000048542163,106.00,20240528,,B2B6';

  it('is not decoded if the text has no findings', async () => {
    let asked = 0;
    const qrTexts = () => {
      asked += 1;
      return Promise.resolve([qr]);
    };
    await readOne(printed(), { qrTexts });
    expect(asked).toBe(0);
  });

  it('determines the kind, and gives a finding if it differs', async () => {
    const texts = [
      ['发票号码：24112000000048542163', 400, 40],
      ['开票日期：2024年05月28日', 400, 55],
      ['（小写）¥107.00', 430, 200],
    ] as const;
    const { invoice, findings } = await readOne(pdf([page(texts)]), { qrTexts: () => Promise.resolve([qr]) });
    expect(invoice.kind).toBe('32');
    expect(findings).toContainEqual(expect.objectContaining({ id: 'qr-differs', fields: ['grossTotal'] }));
  });

  it('is compared with all codes of the invoice, in either order', async () => {
    const texts = [
      ['发票号码：24112000000048542163', 400, 40],
      ['开票日期：2024年05月28日', 400, 55],
      ['（小写）¥106.00', 430, 200],
    ] as const;
    const codes = [qr, qr.replace('106.00', '999.000')];
    for (const qrTexts of [codes, codes.toReversed()]) {
      const one = await readOne(pdf([page(texts)]), { qrTexts: () => Promise.resolve(qrTexts) });
      expect(one.findings.filter(({ id }) => id === 'qr-differs')).toMatchObject([
        { fields: ['grossTotal'] },
      ]);
      expect(one.qr?.split('\n')).toEqual(qrTexts);
      // They contradict each other, so none says what kind it is.
      const kinds = qrTexts.map((text, index) => (index === 0 ? text.replace(',32,', ',31,') : text));
      const open = await readOne(pdf([page(texts)]), { qrTexts: () => Promise.resolve(kinds) });
      expect(open.invoice.kind).toBe('99');
    }
  });

  it('is decoded from the drawn page', async () => {
    const { reader, invoice } = await readOne(await qrPage(qr), { qrTexts: pageQrTexts });
    expect(reader).toBe('qr');
    expect(invoice).toMatchObject({ kind: '32', number: '24112000000048542163', grossTotal: '106.00' });
  });

  it('is the last source, and used only for its own values', async () => {
    const texts = [['电子发票（普通发票）', 200, 40]] as const;
    const { reader, invoice } = await readOne(pdf([page(texts)]), {
      qrTexts: () => Promise.resolve(['https://a', qr]),
    });
    expect(reader).toBe('qr');
    expect(invoice).toMatchObject({
      kind: '32',
      number: '24112000000048542163',
      grossTotal: '106.00',
      total: null,
      lines: [],
    });
    const older = await readOne(pdf([page(texts)]), {
      qrTexts: () =>
        Promise.resolve(['01,10,050001700111,99999951,300.00,20201010,14754822929856772523,E400,']),
    });
    expect(older.invoice).toMatchObject({
      kind: '10',
      code: '050001700111',
      total: '300.00',
      grossTotal: null,
    });
  });
});

describe('PDFs that are not invoices', () => {
  const usual = globalThis.console;
  beforeAll(() => {
    // Hides the library's warnings about broken files.
    globalThis.console = { ...usual, warn: () => undefined, log: () => undefined };
  });
  afterAll(() => {
    globalThis.console = usual;
  });

  it('are distinguished from broken ones', async () => {
    expect(await reasonOf(pdf([{ content: latinText('a letter', 50, 700, 12) }]))).toBe('no-invoice-data');
    expect(await reasonOf(pdf([{ content: '' }]))).toBe('no-invoice-data');
    expect(await reasonOf(pdf([{ content: chineseText('税务发票 合同', 50, 700, 12) }]))).toBe(
      'no-invoice-data',
    );
    expect(await reasonOf(Buffer.from('%PDF-1.7 broken'))).toBe('damaged');
  });

  it('need their password', async () => {
    const secret = pdf([{ content: latinText('secret', 50, 700, 12) }], passwordProtection('open sesame'));
    expect(await reasonOf(secret)).toBe('encrypted-pdf');
    const opened = await readPdfInvoice({ bytes: secret, password: 'open sesame' }, {});
    expect(opened.ok ? null : opened.failure.reason).toBe('no-invoice-data');
  });

  it('never throw, however they are broken', async () => {
    const sample = printed();
    const other = pdf([{ content: latinText('other', 50, 700, 12) }]);
    const random = seededRandom(7);
    for (let round = 0; round < 100; round += 1)
      await readPdfInvoice({ bytes: mutate(sample, random, other), password: null }, {});
  });
});
