import { useState } from 'react';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { formatAmount } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useRem } from '../../ui/use-rem.ts';
import { VirtualGrid } from '../../ui/virtual-grid.tsx';
import { useTools } from '../tools.ts';

type Props = { readonly title: string; readonly pages: readonly PageSummary[] };

/** The invoices of one row. Enter or a double click opens an invoice. */
export const TotalledInvoices = ({ title, pages }: Props) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const [active, setActive] = useState(-1);
  const rowHeight = useRem(2.75);
  const open = (page: PageSummary | undefined): void => {
    if (page) void actions.openFromHistory(page);
  };
  return (
    <section className="totalled" aria-label={title}>
      <h3 className="cut">{title}</h3>
      <div className="totalled-frame" onDoubleClick={() => open(pages[active])}>
        <VirtualGrid
          className="totals-rows"
          label={t('totals.invoicesOf', { name: title })}
          count={pages.length}
          rowHeight={rowHeight}
          keyOf={(index) => pages[index]?.id ?? index}
          active={Math.min(active, pages.length - 1)}
          onActive={setActive}
          onKey={(event, index) => {
            if (event.key === 'Enter') open(pages[index]);
          }}
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
