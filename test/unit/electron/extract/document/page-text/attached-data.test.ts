import { describe, expect, it } from 'vitest';
import { readOfd } from '../../../../../../electron/extract/document/ofd/read/read-ofd.ts';
import { checkInvoice } from '../../../../../../shared/invoice/check-invoice.ts';
import { emptyInvoice } from '../../../../../../shared/invoice/empty-invoice.ts';
import type { InvoiceExtraction, Ticket } from '../../../../../../shared/invoice/extraction.ts';
import type { Invoice } from '../../../../../../shared/invoice/model.ts';
import { quiet } from '../../../../../helpers/checked-invoice.ts';
import { airReceipt, page, read, small } from '../../../../../helpers/printed-pdf.ts';
import { writeAirInstance, writeRailInstance } from '../../../../../helpers/write-xbrl.ts';
import { ofd, textObject, type OfdParts } from '../../../../../samples/digital/ofd-file.ts';
import { pdf } from '../../../../../samples/digital/pdf-file.ts';
import { seededRandom } from '../../../../../samples/random.ts';
import { printInvoice } from '../../../../../samples/digital/write-pdf.ts';
import { pageOf as pageOfFile } from '../../../../../helpers/hidden-text.ts';
import { writeEInvoice } from '../../../../../samples/digital/write-einvoice.ts';

type Texts = readonly (readonly [text: string, x: number, y: number])[];

const inPdf = (pages: readonly Texts[], files: readonly string[]) =>
  read(
    pdf(
      pages.map((texts) => page(texts)),
      undefined,
      files.map((file, index) => ({ name: `${index}.xml`, bytes: Buffer.from(file) })),
    ),
  );

const inOfd = async (pages: readonly Texts[], files: readonly string[]) => {
  const more: OfdParts = Object.fromEntries(
    files.slice(1).map((file, index) => [`Doc_0/Attachs/rai_issuer_${index}.xml`, file]),
  );
  const objects = (texts: Texts) =>
    texts.map(([text, x, y]) => textObject({ x: x / 3, y: y / 3, text })).join('');
  const [attachment = ''] = files;
  const result = await readOfd(
    ofd({ pages: pages.map((one) => ({ objects: objects(one) })), attachment, more }),
  );
  if (!result.ok) throw new Error(result.failure.reason);
  return result.value;
};

const formats = [
  ['PDF', inPdf],
  ['OFD', inOfd],
] as const;

const doubtsOf = (extraction: InvoiceExtraction | undefined): readonly string[] =>
  (extraction?.findings ?? [])
    .filter(({ id }) => id !== 'not-compared')
    .flatMap(({ fields }) => fields)
    .toSorted();
const warningsOf = (extraction: InvoiceExtraction | undefined) =>
  extraction
    ? checkInvoice(extraction, quiet).filter(({ level }) => level === 'warn' || level === 'error')
    : [];

const ride: Invoice = {
  ...emptyInvoice,
  kind: '51',
  number: '25329116808000000004',
  issueDate: '2025-05-21',
  buyer: { ...emptyInvoice.buyer, name: '启明纸业（苏州）有限公司', taxId: '91330106MA2H7K3Q54' },
  total: '91.28',
  taxTotal: '8.22',
  grossTotal: '99.50',
};
const ticket: Ticket = {
  type: 'rail',
  number: '1680852052000000001',
  passenger: '示例人',
  passengerId: '3205051990****0012',
  from: '苏州',
  to: '南京南',
  date: '2025-05-20',
  vehicle: 'G7001',
  class: '二等座',
  fare: '99.50',
  fuelSurcharge: null,
  fund: null,
  otherTaxes: null,
};
const railPage: Texts = [
  ['电子发票（铁路电子客票）', 200, 18],
  ['发票号码：25329116808000000004', 24, 42],
  ['开票日期：2025年05月21日', 380, 42],
  ['苏州站', 60, 90],
  ['G7001', 270, 90],
  ['南京南站', 440, 90],
  ['2025年05月20日 08:10开', 60, 120],
  ['二等座', 440, 120],
  ['票价：￥99.50', 60, 150],
  ['3205051990****0012 示例人', 60, 180],
  ['电子客票号：1680852052000000001', 24, 205],
  ['购买方名称：启明纸业（苏州）有限公司', 24, 225],
  ['统一社会信用代码：91330106MA2H7K3Q54', 330, 225],
];

describe.each(formats)('the data of a ticket in a %s, compared with its page', (_, open) => {
  const compared = async (change: Partial<Ticket>, invoice: Partial<Invoice> = {}) => {
    const [one] = await open(
      [railPage],
      [writeRailInstance({ ...ride, ...invoice }, { ...ticket, ...change })],
    );
    return one;
  };

  it('has no doubt if the page says the same, and gets its places', async () => {
    const one = await compared({});
    expect(doubtsOf(one)).toEqual([]);
    expect(warningsOf(one)).toEqual([]);
    for (const path of ['number', 'grossTotal', 'ticket.passenger', 'ticket.from', 'ticket.date'])
      expect([path, one?.origins[path]?.quad ?? null]).not.toEqual([path, null]);
    // The page says neither.
    expect(one?.findings).toMatchObject([
      { id: 'not-compared', fields: ['total', 'taxTotal', 'ticket.passengerId'] },
    ]);
    expect(one?.findings[0]?.message.en).toContain('ID number');
  });

  it.each<Partial<Ticket>>([
    { passenger: '示例人丙' },
    { from: '苏州北' },
    { to: '南京' },
    { date: '2025-05-09' },
    { vehicle: 'G7002' },
    { class: '商务座' },
    { number: '1680852052000000002' },
  ])('differs from the page in %j', async (change) => {
    expect(doubtsOf(await compared(change))).toEqual(Object.keys(change).map((key) => `ticket.${key}`));
  });

  it('differs from the page in its invoice', async () => {
    expect(doubtsOf(await compared({ fare: '999.50' }))).toEqual(['grossTotal', 'ticket.fare']);
    expect(doubtsOf(await compared({}, { number: '25329116808000000099' }))).toEqual(['number']);
    const buyer = { ...ride.buyer, name: '另外某某（上海）有限公司' };
    expect(doubtsOf(await compared({}, { buyer }))).toEqual(['buyer.name']);
  });

  it('is a warning if the page says nothing', async () => {
    const [one] = await open([[['一张图片', 100, 100]]], [writeRailInstance(ride, ticket)]);
    expect(one?.ticket).toEqual(ticket);
    expect(warningsOf(one)).toContainEqual(expect.objectContaining({ id: 'not-compared', level: 'warn' }));
  });

  it('is printed in another form on the receipt of a flight', async () => {
    const flight: Ticket = {
      ...ticket,
      type: 'air',
      number: '784-2101234567',
      passenger: '王某某',
      passengerId: '384932198001011234',
      from: '合肥',
      to: '广州白云',
      date: '2021-07-27',
      vehicle: 'CZ 8866',
      class: 'Y',
      fare: '477.06',
      fuelSurcharge: '45.87',
      fund: '50.00',
      otherTaxes: '0.00',
    };
    const invoice = {
      ...ride,
      number: '21112000000048542163',
      issueDate: '2021-07-28',
      buyer: emptyInvoice.buyer,
      taxTotal: '47.07',
      grossTotal: '620.00',
    };
    const receipt = airReceipt.map(
      ([text, x, y]) => [text.replace('广州', '广州白云').replace(/^24/u, '21'), x, y] as const,
    );
    const data = (change: Partial<Ticket>) => {
      const stated = { ...flight, ...change };
      return writeAirInstance(invoice, stated, [{ ...stated, class: 'Y' }]);
    };
    expect(doubtsOf((await open([receipt], [data({})]))[0])).toEqual([]);
    // An ID is never told in full.
    const [other] = await open([receipt], [data({ passengerId: '110101199001011234', to: '深圳' })]);
    expect(doubtsOf(other)).toEqual(['ticket.passengerId', 'ticket.to']);
    expect(JSON.stringify(other?.findings)).not.toContain('110101199001011234');
  });
});

const statesOf = (extractions: readonly InvoiceExtraction[]) =>
  extractions
    .map((extraction) => [extraction.invoice.number ?? '', doubtsOf(extraction)] as const)
    .toSorted(([first], [second]) => first.localeCompare(second));

const noMarks = { rules: false, qr: null };
const bare = (invoice: Invoice): string => writeEInvoice(invoice).replace(/^<\?xml[^>]*>/u, '');
const numbers = ['24112000000048542163', '24112000000048542164'] as const;
const pageOf = ({ number, grossTotal }: Invoice): Texts => [
  ['电子发票（普通发票）', 200, 20],
  [`发票号码：${number}`, 400, 40],
  ['开票日期：2024年05月28日', 400, 55],
  [`（小写）¥${grossTotal}`, 430, 200],
];
const [one, two] = [small({ number: numbers[0] }), small({ number: numbers[1] })];

describe.each(formats)('several data in a %s', (_, open) => {
  const changed: Invoice = { ...two, grossTotal: '107.00' };
  const pages = [pageOf(one), pageOf(two)];

  it('are each compared with the page that has its number', async () => {
    expect(statesOf(await open(pages, [`<all>${bare(changed)}${bare(one)}</all>`]))).toEqual([
      [numbers[0], []],
      [numbers[1], ['grossTotal']],
    ]);
    // The one that no page shows is compared with the page that no other data has.
    const other = { ...two, number: '24112000000048549999' };
    expect(statesOf(await open(pages, [`<all>${bare(other)}${bare(one)}</all>`]))).toEqual([
      [numbers[0], []],
      ['24112000000048549999', ['number']],
    ]);
  });

  it('may be in files of their own', async () => {
    expect(statesOf(await open(pages, [writeEInvoice(one), writeEInvoice(changed)]))).toEqual([
      [numbers[0], []],
      [numbers[1], ['grossTotal']],
    ]);
  });

  it('of one invoice are compared with each other', async () => {
    const [first = ''] = pages.map(() => writeEInvoice(one));
    const stated = async (second: Partial<Invoice>) =>
      statesOf(await open([pageOf(one)], [first, writeEInvoice({ ...one, ...second })]));
    expect(await stated({})).toEqual([[numbers[0], []]]);
    expect(await stated({ grossTotal: '9.00', drawer: '赵六' })).toEqual([
      [numbers[0], ['drawer', 'grossTotal']],
    ]);
    expect(await stated({ lines: [...one.lines, ...one.lines] })).toEqual([[numbers[0], ['lines']]]);
    // An invoice that no page shows.
    expect(await stated({ number: numbers[1] })).toEqual([[numbers[0], ['number']]]);
  });

  it('are not read beyond a limit, which is said', async () => {
    const many = Array.from({ length: 9 }, () => writeEInvoice(one));
    expect((await open([pageOf(one)], many))[0]?.findings).toContainEqual(
      expect.objectContaining({ id: 'data-unread' }),
    );
    const [few] = await open([pageOf(one)], many.slice(1));
    expect(few?.findings.some(({ id }) => id === 'data-unread')).toBe(false);
  });
});

it('an invoice that only a page of a PDF shows is read from the page, beside the data of the other one', async () => {
  const found = await inPdf([pageOf(one), pageOf(two)], [writeEInvoice(two)]);
  expect(found.map(({ reader, invoice, pages }) => [reader, invoice.number, pages])).toEqual([
    ['xml', numbers[1], [2]],
    ['pdf', numbers[0], [1]],
  ]);
});

const printed = (invoice: Invoice) => pageOfFile(printInvoice(invoice, 'digital', seededRandom(1), noMarks));

it('the data of each of two invoices on one page belongs to its part', async () => {
  const [upper, lower] = [printed(one), printed(two)];
  const [, , width, height] = upper.box;
  const content = `q 1 0 0 1 0 ${height} cm\n${upper.content}\nQ\nq\n${lower.content}\nQ`;
  const files = [{ ...two, drawer: '赵六' }, one].map((invoice, index) => ({
    name: `${index}.xml`,
    bytes: Buffer.from(writeEInvoice(invoice)),
  }));
  const found = await read(pdf([{ content, box: [0, 0, width, 2 * height] }], undefined, files));
  expect(found.map((each) => [each.invoice.number, each.part?.place, doubtsOf(each)])).toEqual([
    [numbers[1], 2, ['drawer']],
    [numbers[0], 1, []],
  ]);
});

it('data in a PDF that is too large to be read is named as not read', async () => {
  const long = writeEInvoice(one).replace('</EInvoice>', `<!--${'x'.repeat(200_000)}--></EInvoice>`);
  const [found] = await inPdf([pageOf(one)], [long]);
  expect(found?.reader).toBe('pdf');
  expect(found?.findings).toContainEqual(expect.objectContaining({ id: 'data-unread', level: 'info' }));
});
