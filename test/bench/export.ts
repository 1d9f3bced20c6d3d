import { stringify } from 'csv-stringify/sync';
import iconv from 'iconv-lite';
import writeXlsxFile from 'write-excel-file/node';
import type { ExportPage } from '../../electron/export/export-page.ts';
import type { Invoice, InvoiceLine } from '../../shared/invoice/model.ts';
import type { BenchRow } from './row.ts';
import { invoicesToXlsx, lineTable, linesToCsv } from '../helpers/exported.ts';

const rows = 100_000;
const linesEach = 5;
const utf8 = { language: 'zh', encoding: 'utf8' } as const;

/** Small multiplicative generator: the same invoices in every run. */
const sequence = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed;
};

const cents = (value: number) => `${String(Math.floor(value / 100))}.${String(value % 100).padStart(2, '0')}`;

const lineOf = (next: () => number): InvoiceLine => {
  const amount = next() % 10_000_000;
  return {
    name: `*纸制品*复印纸 A4 ${String(next() % 5000)}`,
    specification: 'A4 70g',
    unit: '包',
    quantity: String(next() % 100),
    unitPrice: cents(next() % 100_000),
    amount: next() % 20 === 0 ? `-${cents(amount)}` : cents(amount),
    taxRate: '13%',
    tax: cents(Math.round(amount * 0.13)),
  };
};

const invoiceOf = (next: () => number): Invoice => ({
  kind: '04',
  code: '4200161350',
  number: String(next() % 100_000_000).padStart(8, '0'),
  issueDate: `2024-${String((next() % 12) + 1).padStart(2, '0')}-${String((next() % 28) + 1).padStart(2, '0')}`,
  checkCode: `0123456789${String(next()).padStart(10, '0')}`,
  remark: '合同 2024-17',
  drawer: '张三',
  payee: '李四',
  reviewer: '王五',
  machineNumber: '661619906445',
  reverses: null,
  cipherArea: '03+8<>/92*71-7/<4+>21\n*-0/968*624582>91*3/*1<6*42',
  buyer: {
    name: '青禾（武汉）文化有限公司',
    taxId: '91420100MA4K00000X',
    addressPhone: '武汉市青禾路1号 027-80000001',
    bankAccount: '示例银行武汉支行 6200000000000000001',
  },
  seller: {
    name: `远山纸业第${String(next() % 900)}有限公司`,
    taxId: '91310000MA1K00000Y',
    addressPhone: '上海市远山路2号, 021-60000002',
    bankAccount: '示例银行 "上海" 支行 6200000000000000002',
  },
  lines: Array.from({ length: linesEach }, () => lineOf(next)),
  total: cents(next() % 10_000_000),
  taxTotal: cents(next() % 1_000_000),
  grossTotal: cents(next() % 10_000_000),
  grossTotalWords: '贰佰贰拾陆圆整',
});

/** One page in twenty has an open finding, as in real batches. */
const pageOf = (index: number, next: () => number): ExportPage => ({
  source: `发票/${String(index)}.jpg`,
  page: 1,
  part: 0,
  service: 'vat-invoice',
  reader: 'service',
  maybePaid: false,
  seal: null,
  renditions: [],
  side: null,
  sid: `ase000${String(next())}`,
  reused: false,
  answeredAt: null,
  sandbox: false,
  demo: false,
  sent: null,
  failure: null,
  invoice: {
    value: invoiceOf(next),
    ticket: null,
    origins: {},
    regions: [],
    checks: [
      {
        id: 'lines-sum-to-total',
        level: index % 20 === 0 ? 'warn' : 'ok',
        message: { zh: '各行金额之和等于合计', en: 'The lines sum to the total' },
        fields: ['total', 'lines.0.amount'],
      },
      {
        id: 'date-shape',
        level: 'ok',
        message: { zh: '日期有效', en: 'The date is real' },
        fields: ['issueDate'],
      },
    ],
  },
  faces: null,
  faceNotes: new Map(),
});

const makePages = (): readonly ExportPage[] => {
  const next = sequence(7);
  return Array.from({ length: rows / linesEach }, (_, index) => pageOf(index, next));
};

/** The same cells as plain text, prepared before the measurement. */
const cellsOf = (pages: readonly ExportPage[]): readonly (readonly string[])[] => {
  const { columns, rows: tableRows } = lineTable(pages, 'zh');
  return [
    columns.map(({ header }) => header),
    ...[...tableRows].map((row) => columns.map(({ column }) => column.value(row, 'zh') ?? '')),
  ];
};

/** CPU time in milliseconds, which a busy machine does not increase. */
const cpuOf = async (work: () => unknown): Promise<number> => {
  globalThis.gc?.();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Measured and floor alternate, so that both have the same conditions. */
const compare = async (
  name: string,
  rounds: number,
  limit: number,
  measured: () => unknown,
  floor: () => unknown,
): Promise<BenchRow> => {
  await measured();
  await floor();
  const [times, floors]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    times.push(await cpuOf(measured));
    floors.push(await cpuOf(floor));
  }
  const [time, least] = [median(times), median(floors)];
  return {
    name,
    measured: `${time.toFixed(0)} ms`,
    floor: `${least.toFixed(0)} ms`,
    ratio: time / least,
    limit,
  };
};

const drain = (pieces: Iterable<Uint8Array>): number => {
  let bytes = 0;
  for (const piece of pieces) bytes += piece.length;
  return bytes;
};

export const run = async (): Promise<BenchRow[]> => {
  const pages = makePages();
  const cells = cellsOf(pages);
  const options = { bom: true, record_delimiter: 'windows' } as const;
  const utf8Row = await compare(
    '100,000 rows as CSV beside csv-stringify alone',
    5,
    1.5,
    () => drain(linesToCsv(pages, utf8)),
    () => Buffer.from(stringify([...cells], options)),
  );
  const gb18030Row = await compare(
    '100,000 rows as CSV in GB18030 beside csv-stringify and iconv-lite',
    3,
    1.5,
    () => drain(linesToCsv(pages, { ...utf8, encoding: 'gb18030' })),
    () => iconv.encode(stringify([...cells], options), 'gb18030'),
  );
  const data = cells.map((row) => row.map((value) => ({ value, type: String })));
  const xlsxRow = await compare(
    '100,000 lines as XLSX (with invoices, checks and notes) beside a library writing the lines alone',
    2,
    1.3,
    () => invoicesToXlsx(pages, { language: 'zh' }),
    () => writeXlsxFile(data).toBuffer(),
  );
  return [utf8Row, gb18030Row, xlsxRow];
};
