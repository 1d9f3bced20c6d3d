import type { PageSummary } from '../../../shared/contract/page.ts';
import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import { formatCount } from '../../../shared/texts/format.ts';
import type { ColumnId, TableColumn } from '../../state/batch-view.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { sumIds, type Frozen, type NeededWidths, type SumId } from './places.ts';
import { sumsOf } from './sums.ts';

const isSum = (id: ColumnId): id is SumId => sumIds.some((known) => known === id);

/** A label of this width names rows and invoices. */
const fairWidth = 240;

/**
 * The grid columns of the label, as first and count: the first ones without a sum that are wide enough, or the widest.
 * The first grid column is the one of the checkboxes, and the last one takes the rest of the window. Frozen columns
 * and others are not joined, because only the others scroll.
 */
export const labelPlace = (
  shown: readonly TableColumn[],
): { readonly first: number; readonly count: number } => {
  const cells = [
    { isSum: false, width: 32, isFrozen: shown[0]?.isFrozen ?? false },
    ...shown.map(({ id, width, isFrozen }) => ({ isSum: isSum(id), width, isFrozen })),
    { isSum: false, width: 16, isFrozen: false },
  ];
  const runs: { first: number; count: number; width: number; isFrozen: boolean }[] = [];
  for (const [at, cell] of cells.entries()) {
    if (cell.isSum) continue;
    const last = runs.at(-1);
    if (last && last.first + last.count === at + 1 && last.isFrozen === cell.isFrozen) {
      last.count += 1;
      last.width += cell.width;
    } else runs.push({ first: at + 1, count: 1, width: cell.width, isFrozen: cell.isFrozen });
  }
  const wide = runs.find(({ width }) => width >= fairWidth);
  const { first, count } = wide ??
    runs.toSorted((one, other) => other.width - one.width)[0] ?? { first: 1, count: 1 };
  return { first, count };
};

type RowProps = {
  readonly label: 'sumSelected' | 'sumAll';
  readonly pages: readonly PageSummary[];
  readonly shown: readonly TableColumn[];
  readonly height: number;
  /** Where the frozen columns stay. */
  readonly frozen: Frozen;
};

/** Totals of some pages, below the columns of their amounts. An invoice that was scanned twice counts once. */
const SumRow = ({ label, pages, shown, height, frozen }: RowProps) => {
  const { t, language } = useTexts();
  const sums = useMemo(() => sumsOf(pages), [pages]);
  const place = labelPlace(shown);
  // The checkboxes are the first grid column.
  const isFrozen = frozen.length > 0 && place.first <= frozen.length + 1;
  const words = [
    t(`batch.${label}`, {
      pages: formatCount(sums.pages, language),
      invoices: formatCount(sums.invoices, language),
    }),
    ...(sums.incomplete > 0
      ? [t('batch.incomplete', { number: formatCount(sums.incomplete, language) })]
      : []),
    ...(sums.isDemo ? [t('documents.sandbox')] : []),
    ...(sums.demo > 0 ? [t('batch.demoLeftOut', { demo: formatCount(sums.demo, language) })] : []),
  ].join(' · ');
  const rule = t('totals.counted', {
    unconfirmed: formatCount(sums.unconfirmed, language),
    withErrors: formatCount(sums.withErrors, language),
  });
  return (
    <div role="row" className="sheet-row sheet-sum" style={{ height }}>
      {frozen.length > 0 && (
        // Covers the sums that scroll below the frozen columns.
        <span
          aria-hidden="true"
          className="sheet-sum-cover frozen"
          style={{ gridColumn: `1 / span ${frozen.length + 1}`, insetInlineStart: 0 }}
        />
      )}
      <span
        role="gridcell"
        className={`sheet-sum-label ${isFrozen ? 'frozen' : ''}`}
        style={{
          gridColumn: `${place.first} / span ${place.count}`,
          ...(isFrozen ? (frozen[place.first - 2] ?? { insetInlineStart: 0 }) : {}),
        }}
      >
        <span title={`${words}\n${rule}`}>{words}</span>
      </span>
      {shown.map(
        ({ id }, at) =>
          isSum(id) && (
            <span
              key={id}
              role="gridcell"
              className={`sheet-cell at-end ${frozen[at] ? 'frozen' : ''}`}
              style={{ gridColumn: at + 2, ...frozen[at] }}
            >
              <span data-sum={id}>{sums[id]}</span>
            </span>
          ),
      )}
    </div>
  );
};

/** How wide the column of each sum must be, in whole CSS pixels. With two rows of sums, the wider one counts. */
const measured = (foot: HTMLElement): NeededWidths => {
  const widths: Partial<Record<SumId, number>> = {};
  for (const id of sumIds)
    for (const sum of foot.querySelectorAll<HTMLElement>(`[data-sum="${id}"]`)) {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(sum.parentElement ?? sum);
      const beside = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
      widths[id] = Math.max(widths[id] ?? 0, Math.ceil(sum.getBoundingClientRect().width + beside) + 1);
    }
  return widths;
};

type Props = Omit<RowProps, 'label' | 'pages'> & {
  readonly rows: readonly PageSummary[];
  readonly selected: readonly PageSummary[];
  /** Reports the widths that the sums need: their columns become as wide. */
  readonly onNeed: (widths: NeededWidths) => void;
};

/** The sums of the selected and of all shown rows. None is ever cut. */
export const SumRows = memo(({ rows, selected, onNeed, ...places }: Props) => {
  const foot = useRef<HTMLDivElement>(null);
  // After each render: it renders only if a sum or a column changes.
  useLayoutEffect(() => {
    if (foot.current) onNeed(measured(foot.current));
  });
  return (
    <div className="sheet-foot" role="rowgroup" ref={foot}>
      {selected.length > 0 && <SumRow label="sumSelected" pages={selected} {...places} />}
      <SumRow label="sumAll" pages={rows} {...places} />
    </div>
  );
});
