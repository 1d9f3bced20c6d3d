import { useState } from 'react';
import {
  totalsFormats,
  totalsGroupings,
  type Totals,
  type TotalsGrouping,
} from '../../../shared/review/totals.ts';
import { formatCount } from '../../../shared/texts/format.ts';
import { groupingNames, keyText } from '../../../shared/texts/totals.ts';
import { useApp } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Segments } from '../../ui/segments.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { useTools } from '../tools.ts';
import { MonthBars } from './month-bars.tsx';
import { daysOf, filterOfDays, periodOf, periods } from './period.ts';
import { SellerShares } from './seller-shares.tsx';
import { TotalledInvoices } from './totalled-invoices.tsx';
import { TotalsTable } from './totals-table.tsx';
import { useTotalled, useTotals, type TotalsPick } from './use-totals.ts';

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
          <DateInput
            label={t('history.from')}
            value={days.dayFrom}
            onChange={(dayFrom) => setDays((before) => ({ ...before, dayFrom }))}
          />
          <DateInput
            label={t('history.to')}
            value={days.dayTo}
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
              <SellerShares rows={sellers.rows} picked={picked} onPick={pick} />
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
            <TotalledInvoices title={keyText(picked.by, picked.key, language)} pages={invoices} />
          )}
        </div>
      </div>
    </Dialog>
  );
};

/** Notes on invoices that the sum leaves out and on unknown amounts. */
const Notes = ({ totals }: { readonly totals: Totals }) => {
  const { t, language } = useTexts();
  const { sum, duplicates, aside, incomplete, isSandbox, sandboxLeftOut } = totals;
  const counts = { duplicates, aside, incomplete, sandboxLeftOut };
  const notes = (['duplicates', 'aside', 'incomplete', 'sandboxLeftOut'] as const)
    .filter((id) => counts[id] > 0)
    .map((id) => t(`totals.notes.${id}`, { number: formatCount(counts[id], language) }));
  return (
    <p className="totals-notes muted" role="status">
      {isSandbox && <span className="badge sandbox">{t('documents.sandbox')}</span>}
      {sum.invoices === 0 ? t('totals.nothing') : [t('totals.rule'), ...notes].join(' ')}
    </p>
  );
};
