import { describe, expect, it } from 'vitest';
import { readOfd } from '../../../../../electron/extract/document/ofd/read/read-ofd.ts';
import { readPdfInvoice } from '../../../../../electron/extract/document/pdf/read-pdf.ts';
import { checkInvoice } from '../../../../../shared/invoice/check-invoice.ts';
import { isComplete } from '../../../../../shared/invoice/complete.ts';
import { makePaper, paperPdf, textPaperTypes } from '../../../../samples/digital/make-paper.ts';
import { packOfd } from '../../../../samples/digital/ofd-file.ts';
import { pdf } from '../../../../samples/digital/pdf-file.ts';
import { ofdInvoiceParts } from '../../../../samples/digital/write-ofd.ts';
import { made, readOne } from '../../../../helpers/digital-xml.ts';
import { page, readOne as readPdf, reasonOf } from '../../../../helpers/printed-pdf.ts';
import { lostInvoices, misreadPapers } from '../../../../helpers/read-papers.ts';

const context = {
  today: '2026-11-27',
  confidenceLimit: 0.9,
  ownCompanies: [],
  qr: null,
  codeInFile: null,
  others: [],
};

const instance = (taxonomy: string, facts: Readonly<Record<string, string>>): string =>
  `<xbrli:xbrl xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:t="http://xbrl.mof.gov.cn/taxonomy/2023-05-15/${taxonomy}">${Object.entries(
    facts,
  )
    .map(([name, value]) => `<t:${name} contextRef="c1">${value}</t:${name}>`)
    .join('')}</xbrli:xbrl>`;

const receipt = instance('bker_issuer', {
  NumberOfBankElectronicReceipt: 'C1',
  DateOfBookkeeping: '2026-05-20',
  AccountNameOfPayer: '甲公司',
  AccountNameOfPayee: '乙公司',
  TransactionAmountInFigures: '20670.00',
});

const bankReceipt = {
  type: 'bank-receipt',
  number: 'C1',
  date: '2026-05-20',
  amount: '20670.00',
  payer: '甲公司',
  payee: '乙公司',
};

describe('papers that are no invoice', () => {
  it('are known by their text, in PDF and OFD', async () => {
    expect(await misreadPapers(Math.ceil(20 / textPaperTypes.length))).toEqual([]);
  }, 400_000);

  it('never take an invoice away, whatever its goods and remark name', async () => {
    expect(await lostInvoices(20)).toEqual([]);
  }, 400_000);

  it('are known by their data', () => {
    expect(readOne(receipt).paper).toEqual(bankReceipt);
    const fiscal = instance('efi', {
      EInvoiceID: '3201',
      InvoicingPartyName: '考试中心',
      IssueDate: '2026-05-14',
      TotalAmount: '120.00',
    });
    expect(readOne(fiscal).paper).toEqual({
      type: 'fiscal-receipt',
      number: '3201',
      date: '2026-05-14',
      amount: '120.00',
      payer: null,
      payee: '考试中心',
    });
  });

  it('lack nothing, need no call, and have one finding that says what they are', () => {
    const extraction = readOne(receipt);
    expect(isComplete(extraction)).toBe(true);
    expect(checkInvoice(extraction, context).map(({ id, level }) => [id, level])).toEqual([
      ['no-vat-invoice', 'info'],
    ]);
  });

  it('are read from the data attached to an OFD, unless the OFD is an invoice', async () => {
    const invoice = { ...made(2), remark: null };
    const parts = ofdInvoiceParts(invoice, { tags: true });
    const attached = { ...parts, 'Doc_0/Attachs/bker.xml': receipt };
    const read = await readOfd(packOfd(attached));
    expect(read.ok && read.value.map((one) => [one.invoice.number, one.paper])).toEqual([
      [invoice.number, undefined],
    ]);
  });

  it('that stand one after the other in a file are papers of their own', async () => {
    const pages = (['itinerary', 'hotel-bill'] as const).map((type) => page([...makePaper(type, 3).texts]));
    const read = await readPdfInvoice({ bytes: pdf(pages), password: null }, {});
    expect(read.ok && read.value.map(({ paper, pages: own }) => [paper?.type, own])).toEqual([
      ['itinerary', [1]],
      ['hotel-bill', [2]],
    ]);
  });

  it('are no known papers with the code or the words of an invoice on them', async () => {
    const bill = makePaper('hotel-bill', 5);
    const texts = [...bill.texts, ['发票号码：见附件', 40, 20] as const];
    expect(await reasonOf(pdf([page(texts)]))).toBe('no-invoice-data');
    const code = '01,32,,26322000004470000100,623.92,20260515,,1A2B';
    const coded = await readPdf(paperPdf(bill), { qrTexts: async () => [code] }).catch(() => null);
    expect(coded?.paper).toBeUndefined();
    const bare = await readPdf(paperPdf(bill), { qrTexts: async () => [] });
    expect(bare.paper?.type).toBe('hotel-bill');
  });

  it.each([
    ['CNY20，670.00', '20670.00'],
    ['CNY20, 670.00', '20670.00'],
    ['CNY20.670.00', null],
  ])('take no end of a figure for an amount: %s', async (figure, amount) => {
    const texts = makePaper('bank-receipt', 4).texts.map(
      ([text, x, y]) => [text.startsWith('CNY') ? figure : text, x, y] as const,
    );
    const { paper } = await readPdf(pdf([page(texts)]));
    expect(paper?.amount).toBe(amount);
  });

  const hotel = '虚构大酒店';
  it.each([
    [
      'above the title',
      [
        [hotel, 220, 40],
        ['宾客账单', 230, 60],
      ],
      hotel,
    ],
    ['in one text with the title', [[`${hotel}宾客账单`, 200, 60]], hotel],
    [
      'of wide characters',
      [
        ['虚 构 大 酒 店', 200, 40],
        ['水单', 230, 60],
      ],
      hotel,
    ],
    [
      'with a branch behind a blank',
      [
        [`${hotel} （苏州店）`, 200, 40],
        ['水单', 230, 60],
      ],
      `${hotel}（苏州店）`,
    ],
    [
      'after a greeting',
      [
        [`欢迎入住${hotel}`, 40, 30],
        ['水单', 230, 60],
      ],
      hotel,
    ],
    [
      'of the company',
      [
        ['虚构酒店管理有限公司', 200, 40],
        ['水单', 230, 60],
      ],
      '虚构酒店管理有限公司',
    ],
    ['that is missing', [['水单', 230, 60]], null],
  ] as const)('name the hotel %s', async (_, heads, payee) => {
    const rest = makePaper('hotel-bill', 1).texts.filter(([, , y]) => y > 60);
    const { paper } = await readPdf(pdf([page([...heads, ...rest])]));
    expect(paper).toMatchObject({ type: 'hotel-bill', payee });
  });
});
