import type { PageSummary } from '../../../shared/contract/page.ts';
import { formatAmount, formatCount } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useRem } from '../../ui/use-rem.ts';
import { VirtualGrid } from '../../ui/virtual-grid.tsx';
import { usePageRows } from '../use-page-rows.ts';
import type { HistoryFilter } from '../../../shared/contract/history.ts';
import { useState } from 'react';
import {
  totalsFormats,
  totalsGroupings,
  type Totals,
  type TotalsGrouping,
} from '../../../shared/review/totals.ts';
import { groupingNames, keyText } from '../../../shared/texts/exports.ts';
import { showRows, type ColumnFilters } from '../../state/batch-view.ts';
import { useApp } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segments } from '../../ui/choices.tsx';
import { daysNamed, daysOf, periodOf, periods, type Days } from '../periods.ts';
import { DayField } from '../range-fields.tsx';
import { useTools } from '../tools.ts';
import { MonthBars } from './month-bars.tsx';
import { SellerBars } from './seller-bars.tsx';
import { TotalsTable } from './totals-table.tsx';
import { useTotalled, useTotals, type TotalsPick } from './use-totals.ts';

type Props = {
  readonly title: string;
  readonly pages: readonly PageSummary[];
  /** What leaves these invoices in the table; null if no column does. */
  readonly filters: ColumnFilters | null;
};

/** A month or a seller of the totals as a filter of the table. */
const filtersOf = ({ by, key }: TotalsPick, days: Days): ColumnFilters | null => {
  const range = by === 'month' ? key !== null && daysNamed(key) : days;
  if ((by !== 'month' && by !== 'seller') || !range) return null;
  return {
    ...((range.dayFrom !== '' || range.dayTo !== '') && {
      issueDate: { from: range.dayFrom || null, to: range.dayTo || null },
    }),
    ...(by === 'seller' && { seller: new Set([key ?? '']) }),
  };
};

/** The invoices of one row. Enter or a double click opens an invoice. */
const TotalledInvoices = ({ title, pages, filters }: Props) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const rowHeight = useRem(2.75);
  const { openActive, grid } = usePageRows(pages);
  return (
    <section className="totalled" aria-label={title}>
      <header className="totalled-head">
        <h3 className="cut">{title}</h3>
        {filters && (
          <Button
            small
            icon="columns"
            onPress={() => {
              actions.listFound(pages);
              showRows(filters);
            }}
          >
            {t('totals.inTable')}
          </Button>
        )}
      </header>
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

const filterOfDays = ({ dayFrom, dayTo }: Days): HistoryFilter => ({
  ...(dayFrom !== '' && { dayFrom }),
  ...(dayTo !== '' && { dayTo }),
});

/** Totals of invoices: charts, a table by one grouping, and the invoices of each row. */
export const TotalsDialog = () => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const isExporting = useApp((state) => state.isExporting);
  const [today] = useState(() => new Date());
  const [days, setDays] = useState(() => daysOf('all', today));
  const [by, setBy] = useState<TotalsGrouping>('month');
  const [picked, setPicked] = useState<TotalsPick | null>(null);
  const filter = filterOfDays(days);
  const months = useTotals(filter, 'month');
  const sellers = useTotals(filter, 'seller');
  const totals = useTotals(filter, by);
  const invoices = useTotalled(filter, picked);
  const pick = (next: TotalsPick): void => {
    setBy(next.by);
    setPicked(next);
  };
  const period = periodOf(days, today);

  return (
    <Dialog wide title={t('totals.title')} onClose={actions.closeDialog}>
      <div className="totals">
        <div className="totals-bar">
          <Segments
            label={t('totals.period')}
            value={period ?? 'own'}
            options={[
              ...periods.map((value) => ({ value, label: t(`totals.periods.${value}`) })),
              ...(period === null ? [{ value: 'own' as const, label: t('totals.periods.own') }] : []),
            ]}
            onChange={(value) => {
              if (value !== 'own') setDays(daysOf(value, today));
            }}
          />
          <DayField
            label={t('history.from')}
            place="totals:dayFrom"
            day={days.dayFrom}
            onChange={(dayFrom) => setDays((before) => ({ ...before, dayFrom }))}
          />
          <DayField
            label={t('history.to')}
            place="totals:dayTo"
            day={days.dayTo}
            onChange={(dayTo) => setDays((before) => ({ ...before, dayTo }))}
          />
        </div>
        {totals && <Notes totals={totals} />}
        {months && sellers && months.sum.invoices > 0 && (
          <div className="totals-charts">
            <figure>
              <figcaption>{t('totals.byMonth')}</figcaption>
              <MonthBars rows={months.rows} picked={picked} onPick={pick} />
            </figure>
            <figure>
              <figcaption>{t('totals.bySeller')}</figcaption>
              <SellerBars rows={sellers.rows} picked={picked} onPick={pick} />
            </figure>
          </div>
        )}
        <div className="totals-bar">
          <Segments
            label={t('totals.groupBy')}
            value={by}
            options={totalsGroupings.map((value) => ({ value, label: groupingNames[value][language] }))}
            onChange={setBy}
          />
          <span className="gap" />
          {totalsFormats.map((format) => (
            <Button
              key={format}
              small
              icon="export"
              isDisabled={isExporting || !totals || totals.sum.invoices === 0}
              onPress={() => void actions.exportTotals({ filter, by, format, language })}
            >
              {t(`totals.export.${format}`)}
            </Button>
          ))}
        </div>
        <div className={picked ? 'totals-body split' : 'totals-body'}>
          {totals && <TotalsTable totals={totals} by={by} picked={picked} onPick={setPicked} />}
          {picked && invoices && (
            <TotalledInvoices
              title={keyText(picked.by, picked.key, language)}
              pages={invoices}
              filters={filtersOf(picked, days)}
            />
          )}
        </div>
      </div>
    </Dialog>
  );
};

/** Notes on invoices that the sum leaves out and on unknown amounts. */
const Notes = ({ totals }: { readonly totals: Totals }) => {
  const { t, language } = useTexts();
  const { sum, sides, duplicates, aside, incomplete, unconfirmed, withErrors, isSandbox, sandboxLeftOut } =
    totals;
  const rule = t(isSandbox ? 'totals.countedDemo' : 'totals.counted', {
    unconfirmed: formatCount(unconfirmed, language),
    withErrors: formatCount(withErrors, language),
  });
  const counts = { duplicates, aside, incomplete, sandboxLeftOut };
  const notes = (['duplicates', 'aside', 'incomplete', 'sandboxLeftOut'] as const)
    .filter((id) => counts[id] > 0)
    .map((id) => t(`totals.notes.${id}`, { number: formatCount(counts[id], language) }));
  return (
    <div>
      <p className="totals-notes muted" role="status">
        {isSandbox && <span className="badge sandbox">{t('documents.sandbox')}</span>}
        {sum.invoices === 0 ? t('totals.nothing') : [rule, ...notes].join(' ')}
      </p>
      {sum.invoices > 0 && (
        <dl className="totals-sides">
          {sides.map(({ side, invoices, grossTotal, taxTotal, deductible }) => (
            <div key={side}>
              <dt>{`${t(`totals.sides.${side}`)} · ${formatCount(invoices, language)}`}</dt>
              <dd>
                <span className="amount">{formatAmount(grossTotal)}</span>
                <span className="muted">
                  {t('totals.taxOf', { amount: formatAmount(taxTotal) })}
                  {(side === 'purchase' || side === 'both') &&
                    ` · ${t('totals.deductible', { amount: formatAmount(deductible) })}`}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
};
