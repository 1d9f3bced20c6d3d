import { expect, it } from 'vitest';
import { readOfd } from '../../../../../../electron/extract/document/ofd/read/read-ofd.ts';
import { checkInvoice } from '../../../../../../shared/invoice/check-invoice.ts';
import { makePaper, textPaperTypes } from '../../../../../samples/digital/make-paper.ts';
import { pdf } from '../../../../../samples/digital/pdf-file.ts';
import { ofdOfPdf } from '../../../../../helpers/ofd-of-pdf.ts';
import { page, read, readOne } from '../../../../../helpers/printed-pdf.ts';
import { invoiceTexts, twoNumbers } from '../../../../../helpers/two-invoices.ts';
import { quiet } from '../../../../../helpers/checked-invoice.ts';

type Text = readonly [text: string, x: number, y: number];

const invoice = {
  number: twoNumbers[0],
  issueDate: '2024-05-20',
  buyer: { name: '买方0公司' },
  seller: { name: '卖方0公司' },
  lines: [{ name: '*食品*货0' }],
  total: '100.00',
  grossTotal: '100.00',
  grossTotalWords: '壹佰圆整',
  payee: null,
  drawer: '王五',
};

const moved = (texts: readonly Text[], right: number, down: number): readonly Text[] =>
  texts.map(([text, x, y]) => [text, x + right, y + down]);

const onePage = (texts: readonly Text[]): Buffer => {
  const [width, height] = [1100, 800];
  return pdf([{ ...page(moved(texts, 0, 400 - height)), box: [0, 0, width, height] }]);
};

it.each(textPaperTypes)('no value of an invoice is that of a paper on another page: %s', async (type) => {
  for (let seed = 1; seed <= 4; seed += 1) {
    const { truth, texts } = makePaper(type, seed);
    const pages = [page([...texts]), page([...invoiceTexts])];
    const papersFirst = await read(pdf(pages));
    expect(papersFirst).toMatchObject([
      { paper: truth, pages: [1] },
      { invoice, pages: [2] },
    ]);
    const bytes = pdf(pages.toReversed());
    expect(await read(bytes)).toMatchObject([
      { invoice, pages: [1] },
      { paper: truth, pages: [2] },
    ]);
    const ofd = await readOfd(await ofdOfPdf(bytes));
    expect(ofd).toMatchObject({
      ok: true,
      value: [
        { reader: 'ofd', invoice },
        { reader: 'ofd', paper: truth },
      ],
    });
  }
});

it.each(textPaperTypes)('takes no value from a paper above, below or beside it: %s', async (type) => {
  for (let seed = 1; seed <= 4; seed += 1) {
    const { truth, texts } = makePaper(type, seed);
    for (const all of [
      [...texts, ...moved(invoiceTexts, 0, 360)],
      [...invoiceTexts, ...moved(texts, 0, 270)],
      [...texts, ...moved(invoiceTexts, 640, 0)],
    ]) {
      const { invoice: own, ticket, origins, findings } = await readOne(onePage(all));
      expect(own).toMatchObject(invoice);
      const checks = checkInvoice(
        { invoice: own, ticket, origins, findings },
        { ...quiet, today: '2026-11-27' },
      );
      const beside = checks.find(({ id }) => id === 'paper-beside');
      expect(beside?.level).toBe('info');
      if (truth.amount !== null) expect(beside?.message.zh).toContain(truth.amount);
    }
  }
});

it('a paper and an invoice that cannot be told apart are an error of every value', async () => {
  const { texts } = makePaper('hotel-bill', 1);
  const own = invoiceTexts.filter(([text]) => !/价税合计|圆整|小写/u.test(text));
  const { findings } = await readOne(onePage([...texts, ...moved(own, 0, 360)]));
  const mixed = findings.find(({ id }) => id === 'page-mixed');
  expect(mixed?.fields).toEqual(expect.arrayContaining(['number', 'issueDate', 'buyer.name', 'grossTotal']));
});

it('a further page of a paper belongs to it, and one of an invoice to the invoice', async () => {
  const contract = makePaper('contract', 1).texts;
  const further: readonly Text[] = [
    ['五、违约责任：任何一方违约，应承担责任。', 60, 60],
    ['六、由甲方所在地人民法院管辖。', 60, 90],
    ['甲方盖章：', 60, 200],
  ];
  const files = await read(pdf([[...contract], further, [...invoiceTexts]].map((texts) => page(texts))));
  expect(files.map(({ paper, pages }) => [paper?.type, pages])).toEqual([
    ['contract', [1, 2]],
    [undefined, [3]],
  ]);
});

it('the itinerary of the amount of an invoice is kept with it, and none of its values is read', async () => {
  const texts = makePaper('itinerary', 1).texts.map(([text, x, y]): Text => [
    text.replace(/合计[\d.]+元/u, '合计100.00元'),
    x,
    y,
  ]);
  for (const pages of [
    [[...invoiceTexts], texts],
    [texts, [...invoiceTexts]],
  ]) {
    const one = await readOne(pdf(pages.map((own) => page(own))));
    expect(one).toMatchObject({ invoice, pages: [1, 2] });
    expect(one.findings.find(({ id }) => id === 'paper-beside')?.message.zh).toContain('100.00');
  }
});

it('a list of goods that adds up to its invoice stays with it', async () => {
  const own = invoiceTexts.map(([text, x, y]): Text => [
    text === '*食品*货0' ? '（详见销货清单）' : text,
    x,
    y,
  ]);
  const list: readonly Text[] = [
    ['销货清单', 240, 40],
    [`所属发票号码：${twoNumbers[0]}`, 20, 80],
    ['填开日期：2024年06月30日', 380, 80],
    ['项目名称', 20, 120],
    ['单位', 90, 120],
    ['金额', 150, 120],
    ['税率', 230, 120],
    ['税额', 320, 120],
    ['*食品*米', 14, 140],
    ['60.00', 145, 140],
    ['0%', 232, 140],
    ['0.00', 320, 140],
    ['*食品*面', 14, 160],
    ['40.00', 145, 160],
    ['0%', 232, 160],
    ['0.00', 320, 160],
    ['合计', 20, 190],
    ['¥100.00', 140, 190],
    ['¥0.00', 315, 190],
  ];
  const joined = {
    issueDate: '2024-05-20',
    grossTotal: '100.00',
    lines: [{ name: '*食品*米' }, { name: '*食品*面' }],
  };
  for (const pages of [
    [own, list],
    [list, own],
  ])
    expect(await readOne(pdf(pages.map((texts) => page([...texts]))))).toMatchObject({
      invoice: joined,
      pages: [1, 2],
    });
});

it.each([
  ['several lines', ['备注：', '非税收入统一票据', '交款人：甲公司', '收款单位：考试中心']],
  ['one line without a label', ['', '订单A-1']],
])('an invoice whose remark names another paper in %s is whole', async (_, [label = '', ...lines]) => {
  const remark: readonly Text[] = [
    [label, 20, 205],
    ...lines.map((text, index): Text => [text, 60, 205 + 9 * index]),
  ];
  const { invoice: own, findings } = await readOne(onePage([...invoiceTexts, ...remark]));
  expect(own).toMatchObject({ number: twoNumbers[0], grossTotal: '100.00' });
  expect(findings.map(({ id }) => id)).not.toEqual(expect.arrayContaining(['paper-beside']));
  expect(findings.map(({ id }) => id)).not.toEqual(expect.arrayContaining(['page-mixed']));
});
