import type { PageSummary } from '../../../shared/contract/page.ts';
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../../shared/texts/format.ts';
import type { ColumnId, TableColumn } from '../../state/batch-view.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { sumIds, type Frozen, type NeededWidths, type SumId } from './places.ts';
import { sumsOf } from './sums.ts';

const isSum = (id: ColumnId): id is SumId => sumIds.some((known) => known === id);

/** A label of this width names rows and invoices. */
const fairWidth = 240;

/** What a table shows of its columns, in CSS pixels: from where, and how much with the frozen ones. */
type Seen = { readonly from: number; readonly width: number };

/** The grid columns of a label. */
type LabelPlace = { readonly first: number; readonly count: number; readonly isFrozen: boolean };

/**
 * The place of the label: the first grid columns without a sum that are in sight and wide enough, or the widest ones.
 * The first grid column is the one of the checkboxes, and the last one takes the rest of the window. Frozen columns
 * and others are not joined, because only the others scroll.
 */
export const labelPlace = (shown: readonly TableColumn[], checkWidth: number, seen: Seen): LabelPlace => {
  const hasFrozen = shown[0]?.isFrozen ?? false;
  const inColumns = checkWidth + shown.reduce((sum, { width }) => sum + width, 0);
  const cells = [
    { isSum: false, width: checkWidth, isFrozen: hasFrozen },
    ...shown.map(({ id, width, isFrozen }) => ({ isSum: isSum(id), width, isFrozen })),
    { isSum: false, width: Math.max(checkWidth / 2, seen.width - inColumns), isFrozen: false },
  ];
  const frozenWidth = cells.reduce((sum, { width, isFrozen }) => sum + (isFrozen ? width : 0), 0);
  const runs: { first: number; count: number; from: number; width: number; isFrozen: boolean }[] = [];
  let from = 0;
  for (const [at, { width, isFrozen, ...cell }] of cells.entries()) {
    const last = runs.at(-1);
    if (!cell.isSum && last && last.first + last.count === at + 1 && last.isFrozen === isFrozen) {
      last.count += 1;
      last.width += width;
    } else if (!cell.isSum) runs.push({ first: at + 1, count: 1, from, width, isFrozen });
    from += width;
  }
  const inSight = runs.map((run) => {
    const [start, end] = run.isFrozen
      ? [run.from, run.from + run.width]
      : [Math.max(run.from - seen.from, frozenWidth), run.from - seen.from + run.width];
    return { run, width: Math.min(end, seen.width) - start };
  });
  const { run } = inSight.find(({ width }) => width >= fairWidth) ??
    inSight.toSorted((one, other) => other.width - one.width)[0] ?? {
      run: { first: 1, count: 1, isFrozen: hasFrozen },
    };
  return { first: run.first, count: run.count, isFrozen: run.isFrozen };
};

/** The place of the label, which changes when its columns scroll out of sight. */
const useLabelPlace = (
  shown: readonly TableColumn[],
  checkWidth: number,
  scroller: HTMLElement | null,
): LabelPlace => {
  const [place, setPlace] = useState<LabelPlace>({ first: 1, count: 1, isFrozen: false });
  useLayoutEffect(() => {
    if (!scroller) return undefined;
    const look = (): void => {
      const next = labelPlace(shown, checkWidth, {
        from: scroller.scrollLeft,
        width: scroller.clientWidth,
      });
      setPlace((now) =>
        now.first === next.first && now.count === next.count && now.isFrozen === next.isFrozen ? now : next,
      );
    };
    look();
    scroller.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [shown, checkWidth, scroller]);
  return place;
};

type RowProps = {
  readonly label: 'sumSelected' | 'sumAll';
  readonly pages: readonly PageSummary[];
  readonly shown: readonly TableColumn[];
  readonly height: number;
  readonly place: LabelPlace;
  /** Where the frozen columns stay. */
  readonly frozen: Frozen;
};

/** Totals of some pages, below the columns of their amounts. An invoice that was scanned twice counts once. */
const SumRow = ({ label, pages, shown, height, place, frozen }: RowProps) => {
  const { t, language } = useTexts();
  const sums = useMemo(() => sumsOf(pages), [pages]);
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
        className={`sheet-sum-label ${place.isFrozen ? 'frozen' : ''}`}
        style={{
          gridColumn: `${place.first} / span ${place.count}`,
          ...(place.isFrozen ? (frozen[place.first - 2] ?? { insetInlineStart: 0 }) : {}),
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

type Props = Omit<RowProps, 'label' | 'pages' | 'place'> & {
  readonly scroller: HTMLElement | null;
  readonly rows: readonly PageSummary[];
  readonly selected: readonly PageSummary[];
  /** Reports the widths that the sums need: their columns become as wide. */
  readonly onNeed: (widths: NeededWidths) => void;
};

/** The sums of the selected and of all shown rows. None is ever cut. */
export const SumRows = memo(({ rows, selected, scroller, onNeed, ...places }: Props) => {
  // The column of the checkboxes is as wide as a row is high.
  const place = useLabelPlace(places.shown, places.height, scroller);
  const foot = useRef<HTMLDivElement>(null);
  // After each render: it renders only if a sum or a column changes.
  useLayoutEffect(() => {
    if (foot.current) onNeed(measured(foot.current));
  });
  return (
    <div className="sheet-foot" role="rowgroup" ref={foot}>
      {selected.length > 0 && <SumRow label="sumSelected" pages={selected} place={place} {...places} />}
      <SumRow label="sumAll" pages={rows} place={place} {...places} />
    </div>
  );
});
