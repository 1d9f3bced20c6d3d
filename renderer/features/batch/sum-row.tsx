import { centsOf, formatCents } from '../../../shared/invoice/money.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { createCountedOnce } from '../../../shared/invoice/counted-once.ts';
import { useMemo } from 'react';
import { formatCount } from '../../../shared/texts/format.ts';
import type { ColumnId } from '../../state/batch-view.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { columns } from './columns.ts';

type Sums = {
  /** Number of pages, including duplicates. */
  readonly pages: number;
  /** Number of summed invoices: each once, without those set aside. */
  readonly invoices: number;
  readonly total: string;
  readonly taxTotal: string;
  readonly grossTotal: string;
};

/** Sums of some pages in integer cents. Invalid amounts count as zero. */
export const sumsOf = (pages: readonly PageSummary[]): Sums => {
  const counts = createCountedOnce();
  const sums = { total: 0, taxTotal: 0, grossTotal: 0 };
  let invoices = 0;
  for (const page of pages) {
    const { service, state, review, sandbox, headline } = page;
    const isInvoice = service === 'vat-invoice' && state === 'recognized';
    if (!counts({ isInvoice, isAside: review === 'aside', isSandbox: sandbox, ...headline })) continue;
    invoices += 1;
    sums.total += centsOf(headline.total) ?? 0;
    sums.taxTotal += centsOf(headline.taxTotal) ?? 0;
    sums.grossTotal += centsOf(headline.grossTotal) ?? 0;
  }
  return {
    pages: pages.length,
    invoices,
    total: formatCents(sums.total),
    taxTotal: formatCents(sums.taxTotal),
    grossTotal: formatCents(sums.grossTotal),
  };
};

type Props = {
  readonly label: 'sumSelected' | 'sumAll';
  readonly pages: readonly PageSummary[];
  readonly shown: readonly ColumnId[];
  readonly height: number;
};

const isSum = (id: ColumnId): id is 'total' | 'taxTotal' | 'grossTotal' =>
  id === 'total' || id === 'taxTotal' || id === 'grossTotal';

/**
 * Totals of some pages, below the columns of their amounts. An invoice that was scanned twice counts once.
 */
export const SumRow = ({ label, pages, shown, height }: Props) => {
  const { t, language } = useTexts();
  const sums = useMemo(() => sumsOf(pages), [pages]);
  const firstSum = shown.findIndex(isSum);
  const span = firstSum < 0 ? shown.length : firstSum;
  const words = t(`batch.${label}`, {
    pages: formatCount(sums.pages, language),
    invoices: formatCount(sums.invoices, language),
  });
  return (
    <div role="row" className="sheet-row sheet-sum" style={{ height }}>
      <span
        role="gridcell"
        className="sheet-sum-label"
        style={{ gridColumn: `1 / span ${Math.max(1, span + 1)}` }}
      >
        <span>{words}</span>
      </span>
      {shown.slice(Math.max(span, 0)).map((id) => (
        <span
          key={id}
          role="gridcell"
          className={`sheet-cell ${columns[id].align === 'end' ? 'at-end' : ''}`}
          title={isSum(id) ? sums[id] : undefined}
        >
          {isSum(id) ? sums[id] : ''}
        </span>
      ))}
    </div>
  );
};
