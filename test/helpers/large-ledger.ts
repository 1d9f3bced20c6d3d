import { DatabaseSync } from 'node:sqlite';
import { migrate } from '../../electron/store/sqlite/migrate.ts';
import { migrations } from '../../electron/store/sqlite/schema.ts';
import { searchText } from '../../electron/store/search/search-form.ts';
import type { HistoryFilter } from '../../shared/contract/history.ts';
import type { OpenFinding } from '../../shared/review/export-summary.ts';
import { totalledColumns } from '../../shared/review/totals.ts';
import { randomFrom } from './random.ts';

const surnames = '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗';
const trades = ['科技', '贸易', '餐饮', '建筑工程', '物流', '咨询', '机电设备', '文化传媒'];
const towns = ['北京', '上海', '深圳', '杭州', '成都', '武汉', '西安', '南京'];

const text = (day: string, seller: string, buyer: string, number: string, gross: string, goods: string) =>
  searchText([
    `扫描_${number}.jpg`,
    seller,
    buyer,
    '91310000MA1FL4XK7Y',
    number,
    '3100231130',
    day,
    gross,
    (Number(gross) / 1.06).toFixed(2),
    (Number(gross) * (0.06 / 1.06)).toFixed(2),
    goods,
  ]);

/** Invented invoices, as after some years of work: always the same ones. */
export const inventInvoices = function* (count: number) {
  const random = randomFrom(3);
  const pick = (letters: string): string => letters[random.whole(0, letters.length - 1)] ?? '';
  for (let id = 1; id <= count; id += 1) {
    const number = String(random.whole(10_000_000, 99_999_999));
    const day = new Date(Date.UTC(2019, 0, random.whole(1, 2_100))).toISOString().slice(0, 10);
    const seller = `${random.pick(towns)}${pick(surnames)}${pick(surnames)}${random.pick(trades)}有限公司`;
    const buyer = `${random.pick(towns)}${pick(surnames)}氏${random.pick(trades)}有限公司`;
    const cents = random.whole(100, 5_000_000);
    const gross = (cents / 100).toFixed(2);
    const goods = `*${random.pick(trades)}服务*${pick(surnames)}记${random.pick(trades)}费`;
    const searched = text(day, seller, buyer, number, gross, goods);
    yield { id, name: `扫描_${number}.jpg`, number, day, seller, buyer, cents, gross, text: searched };
  }
};

/** Every tenth invoice has a warning, every fiftieth an error, too. */
const openFindings = (id: number): readonly OpenFinding[] => [
  ...(id % 50 === 0 ? [['error', 'lines-sum-to-total'] as const] : []),
  ...(id % 10 === 0 ? [['warn', id % 20 === 0 ? 'duplicate' : 'confidence-header'] as const] : []),
];

/** A ledger with this many invoices, written in bulk for speed. */
export const fillLedger = (path: string, invoices: number): void => {
  const db = new DatabaseSync(path);
  migrate(db, migrations);
  const document = db.prepare(`INSERT INTO documents (id, name, source, added_at) VALUES (?, ?, ?, ?)`);
  const page = db.prepare(
    `INSERT INTO pages (id, document, service, number, sandbox, options, state)
     VALUES (?, ?, 'vat-invoice', 1, 0, '{}', 'recognized')`,
  );
  const result = db.prepare(
    `INSERT INTO results (page, kind, code, number, issue_date, seller, gross_total, buyer, open_findings,
       gross_cents, counted_key, side, business)
     VALUES (?, '04', '3100231130', ?, ?, ?, ?, ?, ?, ?, ?, 'unknown', 'none')`,
  );
  const search = db.prepare(
    `UPDATE search SET day = ?, kind = '04', number = ?, seller = ?, buyer = ?, cents = ?, text = ? WHERE page = ?`,
  );
  db.exec('BEGIN');
  for (const { id, name, number, day, seller, buyer, cents, gross, text: searched } of inventInvoices(
    invoices,
  )) {
    document.run(id, name, name, `${day}T08:00:00.000Z`);
    page.run(id, id);
    const { gross_cents, counted_key } = totalledColumns({ code: '3100231130', number, grossTotal: gross });
    const findings = JSON.stringify(openFindings(id));
    result.run(id, number, day, seller, gross, buyer, findings, gross_cents, counted_key);
    search.run(day, number, seller, buyer, cents, searched, id);
  }
  db.exec('COMMIT');
  db.close();
};

/** Searches of every kind, for frequent, rare and missing values. */
export const manySearches: readonly HistoryFilter[] = [
  {},
  { text: '有限公司' },
  { text: '王' },
  { text: '张三' },
  { text: '上海 餐饮 318' },
  { text: '12345678' },
  { text: '无此公司名称' },
  { text: '7月' },
  { text: '2月 物流' },
  { text: '餐饮 7月 >1000' },
  { text: '49000..' },
  { text: '國際' },
  { seller: '王李科技' },
  { buyer: '罗氏' },
  { number: '8765' },
  { dayFrom: '2021-05-01', dayTo: '2021-05-31' },
  { amountFrom: '318.00', amountTo: '318.05' },
  { text: '物流', dayFrom: '2020-01-01', dayTo: '2020-12-31', amountFrom: '49000' },
  { kind: '01' },
  { state: 'failed' },
];
