import { useState } from 'react';
import type { HistoryFilter, HistoryPlace } from '../../../shared/contract/history.ts';
import { localDay } from '../../../shared/local-day.ts';
import { isMarkedDemo, type PageSummary } from '../../../shared/contract/page.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useTools } from '../tools.ts';
import { rowValues } from '../row-values.ts';
import { usePageRows } from '../use-page-rows.ts';
import { formatAmount } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { useRem } from '../../ui/use-rem.ts';
import { VirtualGrid } from '../../ui/virtual-grid.tsx';
import { businesses } from '../../../shared/invoice/business.ts';
import { kinds } from '../../../shared/invoice/kind.ts';
import { readerIds } from '../../../shared/invoice/extraction.ts';
import { businessNames } from '../../../shared/texts/business-names.ts';
import { kindNames, readerNames } from '../../../shared/texts/names.ts';
import { tableColumnNames } from '../../../shared/texts/table.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { NativeSelectField, Segments } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { daysOf, periodOf, periods } from '../periods.ts';
import { AmountField, DayField } from '../range-fields.tsx';
import { filterOf, noFields, type SearchFields } from './history-filter.ts';

type Found = { readonly pages: readonly PageSummary[]; readonly next: HistoryPlace | null };

const rowsAtOnce = 100;
/** A search starts when the user has not typed for this many milliseconds. */
const pauseMs = 120;

/** The results so far and a function to load more; null until the first response. */
const useHistory = (filter: HistoryFilter) => {
  const { actions } = useTools();
  const search = (after: HistoryPlace | null) =>
    actions.ask('history.search', { filter, after, limit: rowsAtOnce });
  const { value: first } = useLoaded(JSON.stringify(filter), () => search(null), pauseMs);
  /** The results with further rows, and the search that they belong to. */
  const [longer, setLonger] = useState<{ readonly of: Found; readonly found: Found } | null>(null);
  const found: Found | null = first && longer?.of === first ? longer.found : first;
  const more = async (): Promise<void> => {
    const result = first && found?.next && (await search(found.next));
    if (result)
      setLonger({ of: first, found: { pages: [...found.pages, ...result.pages], next: result.next } });
  };
  return { found, more };
};

/** The documents of a search. Enter or a double click shows one with its picture. */
const HistoryRows = ({ filter }: { readonly filter: HistoryFilter }) => {
  const { t } = useTexts();
  const { found, more } = useHistory(filter);
  const rowHeight = useRem(2);
  const pages = found?.pages ?? [];
  const { hasActive, openActive, grid } = usePageRows(pages);

  return (
    <>
      <div className="history-frame" onDoubleClick={openActive}>
        <VirtualGrid
          className="history-rows"
          label={t('history.list')}
          rowHeight={rowHeight}
          {...grid}
          header={
            <div role="row" className="grid-head" style={{ height: rowHeight }}>
              <span role="columnheader">{t('history.day')}</span>
              <span role="columnheader">{t('history.seller')}</span>
              <span role="columnheader">{t('history.number')}</span>
              <span role="columnheader" className="amount">
                {t('history.amount')}
              </span>
              <span role="columnheader">{t('history.file')}</span>
            </div>
          }
        >
          {(index) => <Cells page={pages[index]} />}
        </VirtualGrid>
      </div>
      <div className="history-foot">
        <span role="status">
          {found && pages.length === 0 ? t('history.nothing') : t('history.found', { count: pages.length })}
        </span>
        <Button isDisabled={!hasActive} onPress={openActive}>
          {t('history.show')}
        </Button>
        {found?.next && <Button onPress={() => void more()}>{t('history.more')}</Button>}
      </div>
    </>
  );
};

const Cells = ({ page }: { readonly page: PageSummary | undefined }) => {
  const { t, language } = useTexts();
  if (!page) return null;
  const { state } = page;
  const { title, number, day, amount } = rowValues(page, language);
  return (
    <>
      {day === null ? (
        <span role="gridcell" className="cut muted">
          {tableColumnNames.added[language]} {localDay(new Date(page.addedAt))}
        </span>
      ) : (
        <span role="gridcell">{day}</span>
      )}
      <span role="gridcell" className="history-seller">
        <span className="cut">{state === 'recognized' ? (title ?? '') : t(`state.${state}`)}</span>
        {isMarkedDemo(page) && <span className="badge sandbox">{t('documents.sandbox')}</span>}
      </span>
      <span role="gridcell" className="cut">
        {number ?? ''}
      </span>
      <span role="gridcell" className="amount">
        {amount === null ? '' : formatAmount(amount)}
      </span>
      <span role="gridcell" className="cut muted">
        {page.name}
      </span>
    </>
  );
};

/** Search over all recognized documents, with totals and pictures. */
export const HistoryDialog = () => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const [fields, setFields] = useState<SearchFields>(noFields);
  const set = (change: Partial<SearchFields>): void => setFields((before) => ({ ...before, ...change }));
  const [today] = useState(() => new Date());
  const filter = filterOf(fields);
  const any = { value: '', label: t('history.anyState') } as const;

  return (
    <Dialog wide title={t('history.title')} onClose={actions.closeDialog}>
      <div className="history">
        <div className="history-filter" role="search">
          <TextInput
            label={t('history.search')}
            type="search"
            value={fields.text}
            placeholder={t('history.searchHint')}
            onChange={(text) => set({ text })}
          />
          {(['seller', 'buyer', 'number'] as const).map((name) => (
            <TextInput
              key={name}
              label={t(`history.${name}`)}
              value={fields[name]}
              onChange={(value) => set({ [name]: value })}
            />
          ))}
          <NativeSelectField
            label={t('history.kind')}
            value={fields.kind}
            options={[
              any,
              ...kinds.map((kind) => ({ value: kind, label: kindNames[kind]?.[language] ?? kind })),
            ]}
            onChange={(kind) => set({ kind })}
          />
          <NativeSelectField
            label={t('history.business')}
            value={fields.business}
            options={[
              any,
              ...businesses.map((value) => ({ value, label: businessNames[value][language] })),
              { value: 'none', label: t('history.noBusiness') },
            ]}
            onChange={(business) => set({ business })}
          />
          <NativeSelectField
            label={t('history.reader')}
            value={fields.reader}
            options={[any, ...readerIds.map((value) => ({ value, label: readerNames[value][language] }))]}
            onChange={(reader) => set({ reader })}
          />
          <NativeSelectField
            label={t('totals.period')}
            value={periodOf(fields, today) ?? 'own'}
            options={[
              ...periods.map((value) => ({ value, label: t(`totals.periods.${value}`) })),
              { value: 'own' as const, label: t('totals.periods.own') },
            ]}
            onChange={(period) => {
              if (period !== 'own') set(daysOf(period, today));
            }}
          />
          <DayField
            label={t('history.from')}
            place="history:dayFrom"
            day={fields.dayFrom}
            onChange={(dayFrom) => set({ dayFrom })}
          />
          <DayField
            label={t('history.to')}
            place="history:dayTo"
            day={fields.dayTo}
            onChange={(dayTo) => set({ dayTo })}
          />
          {(['amountFrom', 'amountTo'] as const).map((name) => (
            <AmountField
              key={name}
              label={t(`history.${name}`)}
              place={`history:${name}`}
              amount={fields[name]}
              onChange={(amount) => set({ [name]: amount })}
            />
          ))}
        </div>
        <div className="history-bar">
          <Segments
            label={t('history.state')}
            value={fields.state}
            options={[
              { value: 'any', label: t('history.anyState') },
              { value: 'recognized', label: t('history.recognized') },
              { value: 'failed', label: t('history.failed') },
            ]}
            onChange={(state) => set({ state })}
          />
        </div>
        <HistoryRows filter={filter} />
      </div>
    </Dialog>
  );
};
