import type { PageSummary } from '../../../shared/contract/page.ts';
import { formatAmount } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useRem } from '../../ui/use-rem.ts';
import { VirtualGrid } from '../../ui/virtual-grid.tsx';
import { usePageRows } from '../use-page-rows.ts';

type Props = { readonly title: string; readonly pages: readonly PageSummary[] };

/** The invoices of one row. Enter or a double click opens an invoice. */
export const TotalledInvoices = ({ title, pages }: Props) => {
  const { t } = useTexts();
  const rowHeight = useRem(2.75);
  const { openActive, grid } = usePageRows(pages);
  return (
    <section className="totalled" aria-label={title}>
      <h3 className="cut">{title}</h3>
      <div className="totalled-frame" onDoubleClick={openActive}>
        <VirtualGrid
          className="totals-rows"
          label={t('totals.invoicesOf', { name: title })}
          rowHeight={rowHeight}
          {...grid}
          rowClass={() => 'totalled-row'}
        >
          {(index) => {
            const page = pages[index];
            if (!page) return null;
            const { issueDate, seller, number, grossTotal } = page.headline;
            return (
              <>
                <span role="gridcell" className="muted">
                  {issueDate ?? ''}
                </span>
                <span role="gridcell" className="cut seller">
                  {seller ?? t('documents.noSeller')}
                </span>
                <span role="gridcell" className="cut muted">
                  {number ?? ''}
                </span>
                <span role="gridcell" className="amount">
                  {grossTotal === null ? '' : formatAmount(grossTotal)}
                </span>
              </>
            );
          }}
        </VirtualGrid>
      </div>
      <p className="muted">{t('totals.openHint')}</p>
    </section>
  );
};
