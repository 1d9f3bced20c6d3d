import type { PageSummary } from '../../shared/contract/page.ts';
import { noHeadline, summary } from '../unit/renderer/page-summaries.ts';

export const rowCount = 100_000;

const seven = (index: number): number => (index * 7919) % 5_000_000;

/** An invented row of the batch, always the same one for its index. */
export const benchRow = (index: number): PageSummary => {
  const cents = seven(index);
  return summary({
    id: index + 1,
    name: `扫描_${index}.jpg`,
    pictureKey: String(cents).padStart(16, '0'),
    addedAt: new Date(1_780_000_000_000 + index * 1000).toISOString(),
    headline: {
      ...noHeadline,
      kind: '04',
      code: '3100231130',
      seller: `第${(index * 31) % 900}有限公司`,
      buyer: '青禾（武汉）文化有限公司',
      number: String(10_000_000 + ((index * 7919) % 89_999_999)),
      issueDate: `20${10 + (index % 15)}-0${1 + (index % 9)}-1${index % 10}`,
      total: (cents / 100).toFixed(2),
      taxTotal: (cents / 1000).toFixed(2),
      grossTotal: (cents / 90).toFixed(2),
    },
    findings: { warn: index % 3, error: index % 2 },
  });
};
