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
  /** Those of them that nobody has confirmed, and those with errors. */
  readonly unconfirmed: number;
  readonly withErrors: number;
  /** Demo invoices that are not in the sums. */
  readonly demo: number;
  /** There is nothing but demo data, which is summed then. */
  readonly isDemo: boolean;
  readonly total: string;
  readonly taxTotal: string;
  readonly grossTotal: string;
};

const isInvoice = ({ service, state }: PageSummary): boolean =>
  service === 'vat-invoice' && state === 'recognized';

/** Sums of some pages in integer cents. Invalid amounts count as zero. */
export const sumsOf = (pages: readonly PageSummary[]): Sums => {
  const isDemo = pages.some(isInvoice) && !pages.some((page) => isInvoice(page) && !page.demo);
  const counts = createCountedOnce(isDemo);
  const sums = { total: 0, taxTotal: 0, grossTotal: 0 };
  let [invoices, unconfirmed, withErrors, demo] = [0, 0, 0, 0];
  for (const page of pages) {
    const { review, findings, headline } = page;
    if (isInvoice(page) && page.demo && !isDemo) demo += 1;
    const isAside = review === 'aside';
    if (!counts({ isInvoice: isInvoice(page), isAside, isDemo: page.demo, ...headline })) continue;
    invoices += 1;
    if (review === 'open') unconfirmed += 1;
    if (findings.error > 0) withErrors += 1;
    sums.total += centsOf(headline.total) ?? 0;
    sums.taxTotal += centsOf(headline.taxTotal) ?? 0;
    sums.grossTotal += centsOf(headline.grossTotal) ?? 0;
  }
  return {
    pages: pages.length,
    invoices,
    unconfirmed,
    withErrors,
    demo,
    isDemo,
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
  const words = [
    t(`batch.${label}`, {
      pages: formatCount(sums.pages, language),
      invoices: formatCount(sums.invoices, language),
    }),
    ...(sums.isDemo ? [t('documents.sandbox')] : []),
    ...(sums.demo > 0 ? [t('batch.demoLeftOut', { demo: formatCount(sums.demo, language) })] : []),
  ].join(' · ');
  const rule = t('totals.counted', {
    unconfirmed: formatCount(sums.unconfirmed, language),
    withErrors: formatCount(sums.withErrors, language),
  });
  return (
    <div role="row" className="sheet-row sheet-sum" style={{ height }}>
      <span
        role="gridcell"
        className="sheet-sum-label"
        style={{ gridColumn: `1 / span ${Math.max(1, span + 1)}` }}
      >
        <span title={rule}>{words}</span>
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
