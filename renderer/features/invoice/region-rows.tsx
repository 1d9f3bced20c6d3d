import { useEffect, useRef } from 'react';
import { hover, selectInTable, useReview } from '../../state/review-store.ts';
import { formatScore } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { elementName, regionId, regionScore, regionText, type LooseRegion } from './shapes.ts';
import { cellPlace } from './use-cells.ts';

type Props = { readonly loose: readonly LooseRegion[]; readonly firstRow: number };

/** The regions that belong to no single field, so that every region of the picture is in a list. */
export const RegionRows = ({ loose, firstRow }: Props) => {
  const { t } = useTexts();
  if (loose.length === 0) return null;
  return (
    <section className="field-group" aria-label={t('invoice.regions')}>
      <h3>{t('invoice.regions')}</h3>
      <div role="grid" aria-label={t('invoice.regions')}>
        {loose.map((entry, at) => (
          <RegionRow key={entry.index} entry={entry} row={firstRow + at} />
        ))}
      </div>
    </section>
  );
};

const RegionRow = ({ entry, row }: { readonly entry: LooseRegion; readonly row: number }) => {
  const { t, language } = useTexts();
  const { index, region } = entry;
  const id = regionId(index);
  const cell = useRef<HTMLDivElement>(null);
  const isSelected = useReview((review) => review.selected === id);
  const isHovered = useReview((review) => review.hovered === id);
  const score = regionScore(region);
  const text = regionText(region);

  useEffect(() => {
    if (isSelected) cell.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);

  return (
    <div role="row" className={`field-row ${isSelected ? 'selected' : ''}`}>
      <span role="rowheader" className="field-label">
        {elementName(region.type, language)}
      </span>
      <div
        {...cellPlace(row, 0)}
        ref={cell}
        role="gridcell"
        tabIndex={isSelected ? 0 : -1}
        aria-selected={isSelected}
        className={`value-cell ${isHovered ? 'hovered' : ''}`}
        onFocus={() => {
          if (!isSelected) selectInTable(id);
        }}
        onPointerEnter={() => hover(id)}
        onPointerLeave={() => hover(null)}
      >
        <span className={text === null ? 'muted' : 'shown-value'}>{text ?? t('invoice.notRead')}</span>
      </div>
      <span role="gridcell" className="field-score">
        {score === null ? '' : formatScore(score)}
      </span>
    </div>
  );
};
