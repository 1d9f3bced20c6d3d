import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { HistoryFilter } from '../../shared/history.ts';
import { summaryOf } from '../../electron/backend/page-summary.ts';
import { migrate } from '../../electron/ledger/migrate.ts';
import { openLedger } from '../../electron/ledger/open-ledger.ts';
import { migrations } from '../../electron/ledger/schema.ts';
import { searchText } from '../../electron/ledger/search-text.ts';
import { randomFrom } from '../helpers/random.ts';
import type { BenchRow } from './row.ts';

const invoices = 100_000;
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
    goods,
  ]);

/** A ledger as some years of work would leave it; written in bulk, for nobody wants to wait for it. */
const fill = (path: string): void => {
  const random = randomFrom(3);
  const db = new DatabaseSync(path);
  migrate(db, migrations);
  const pick = (letters: string): string => letters[random.whole(0, letters.length - 1)] ?? '';
  const document = db.prepare(`INSERT INTO documents (id, name, source, added_at) VALUES (?, ?, ?, ?)`);
  const page = db.prepare(
    `INSERT INTO pages (id, document, service, number, sandbox, options, state)
     VALUES (?, ?, 'vat-invoice', 1, 0, '{}', 'recognized')`,
  );
  const result = db.prepare(
    `INSERT INTO results (page, kind, code, number, issue_date, seller, gross_total, buyer)
     VALUES (?, '04', '3100231130', ?, ?, ?, ?, ?)`,
  );
  const search = db.prepare(
    `UPDATE search SET day = ?, kind = '04', number = ?, seller = ?, buyer = ?, cents = ?, text = ? WHERE page = ?`,
  );
  db.exec('BEGIN');
  for (let id = 1; id <= invoices; id += 1) {
    const number = String(random.whole(10_000_000, 99_999_999));
    const day = new Date(Date.UTC(2019, 0, random.whole(1, 2_100))).toISOString().slice(0, 10);
    const seller = `${random.pick(towns)}${pick(surnames)}${pick(surnames)}${random.pick(trades)}有限公司`;
    const buyer = `${random.pick(towns)}${pick(surnames)}氏${random.pick(trades)}有限公司`;
    const cents = random.whole(100, 5_000_000);
    const gross = (cents / 100).toFixed(2);
    document.run(id, `扫描_${number}.jpg`, `扫描_${number}.jpg`, `${day}T08:00:00.000Z`);
    page.run(id, id);
    result.run(id, number, day, seller, gross, buyer);
    const goods = `*${random.pick(trades)}服务*${pick(surnames)}记${random.pick(trades)}费`;
    search.run(day, number, seller, buyer, cents, text(day, seller, buyer, number, gross, goods), id);
  }
  db.exec('COMMIT');
  db.close();
};

const searches: readonly HistoryFilter[] = [
  {},
  { text: '有限公司' },
  { text: '王' },
  { text: '张三' },
  { text: '上海 餐饮 318' },
  { text: '12345678' },
  { text: '无此公司名称' },
  { seller: '王李科技' },
  { buyer: '罗氏' },
  { number: '8765' },
  { dayFrom: '2021-05-01', dayTo: '2021-05-31' },
  { amountFrom: '318.00', amountTo: '318.05' },
  { text: '物流', dayFrom: '2020-01-01', dayTo: '2020-12-31', amountFrom: '49000' },
  { kind: '01' },
  { state: 'failed' },
];

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

const timed = (work: () => void): number => {
  const started = performance.now();
  work();
  return performance.now() - started;
};

/** A measure under its limit in milliseconds, with the bare SQL of the same question beside it. */
const row = (name: string, ms: number, limitMs: number, bareMs: number): BenchRow => ({
  name: `${name} (bare SQL ${bareMs.toFixed(1)} ms)`,
  measured: `${ms.toFixed(1)} ms`,
  floor: `${limitMs} ms`,
  ratio: ms / limitMs,
  limit: 1,
});

export const run = async (): Promise<BenchRow[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-ledger-bench-'));
  const path = join(folder, 'ledger.sqlite');
  try {
    fill(path);
    const bare = new DatabaseSync(path);
    bare.exec('PRAGMA mmap_size = 268435456');
    const opening = timed(() => {
      const opened = openLedger(path, () => new Date());
      if (!opened.ok) throw new Error(opened.failure.said);
      opened.value.pages.recent('vat-invoice', 1_000).map(summaryOf);
      opened.value.close();
    });
    const bareOpening = timed(() => {
      bare.prepare('SELECT * FROM pages JOIN results ON page = id ORDER BY id DESC LIMIT 1000').all();
    });
    const opened = openLedger(path, () => new Date());
    if (!opened.ok) throw new Error(opened.failure.said);
    const ledger = opened.value;

    const times: number[] = [];
    const bareTimes: number[] = [];
    for (let round = 0; round < 5; round += 1)
      for (const filter of searches) {
        times.push(
          timed(() => {
            const { ids } = ledger.history.search(filter, null, 100);
            for (const id of ids) ledger.pages.get(id);
          }),
        );
        bareTimes.push(
          timed(() => {
            const word = Object.values(filter).at(0);
            bare
              .prepare(`SELECT day, page FROM search WHERE instr(text, ?) > 0 ORDER BY day DESC LIMIT 100`)
              .all(typeof word === 'string' ? word : '');
          }),
        );
      }

    const alike = Array.from({ length: 200 }, (_, index) => {
      const figures = ledger.pages.get(1 + index * 400)?.figures;
      return figures ? timed(() => void ledger.results.alike(1 + index * 400, false, figures)) : 0;
    });
    const bareAlike = Array.from({ length: 200 }, (_, index) =>
      timed(() => {
        bare.prepare('SELECT page FROM results WHERE number = ?').all(String(10_000_000 + index));
      }),
    );
    const totals = timed(() => void ledger.history.totals({}));
    ledger.close();
    bare.close();
    console.log(`  totals of all by month and seller: ${totals.toFixed(0)} ms`);
    return [
      row('open 100,000 invoices to the first screen', opening, 150, bareOpening),
      row('any search, p95', percentile(times, 0.95), 60, percentile(bareTimes, 0.95)),
      row('duplicate check of one invoice, p95', percentile(alike, 0.95), 2, percentile(bareAlike, 0.95)),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
