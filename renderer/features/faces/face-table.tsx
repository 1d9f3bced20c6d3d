import { useCallback, useEffect, useRef, memo, useMemo, type KeyboardEvent } from 'react';
import type { FacePack } from '../../../shared/face/pack.ts';
import type { SizedPicture } from '../picture/use-shown-picture.ts';
import { orderCrop } from './crop-sheets.ts';
import { attributeNames } from '../../../shared/face/attributes.ts';
import { localKeyOf } from '../../state/keys.ts';
import { useFocusTarget } from '../../state/focus.ts';
import { runAction } from '../../state/registry.ts';
import { hover, useReview } from '../../state/review-store.ts';
import { faceId } from '../../canvas/shapes.ts';
import { formatCount, formatScore } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { useRem, useWidth } from '../../ui/use-rem.ts';
import { VirtualGrid } from '../../ui/virtual-grid.tsx';
import { attributeAt, hasBox, isSmall, noteAt, scoreAt } from './face-rows.ts';
import { sortFaces, sortKeys, useFaceView } from '../../state/face-view.ts';
import { attributeWords, nextValue } from './face-words.ts';
import { afterChoice, ordinalIn, pick } from './picked.ts';

type Props = {
  readonly pack: FacePack;
  readonly i: number;
  readonly picture: SizedPicture | null;
  /** Side of the square, in CSS pixels. */
  readonly side: number;
};

/** Margin around the box, as a fraction of its longer side. */
const margin = 0.1;

/**
 * A face cut out of its picture. Decorative: the row contains its text. Not a canvas: Chromium composites each one
 * on its own, which took a third of every scroll step.
 */
const FaceCrop = ({ pack, i, picture, side }: Props) => {
  const crop = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const style = crop.current?.style;
    const [x = NaN, y = NaN, w = NaN, h = NaN] = pack.boxes.subarray(i * 4, i * 4 + 4);
    const size = Math.max(w, h) * (1 + 2 * margin);
    // Without a box, size is NaN and nothing is drawn.
    if (!style || !picture || !(size > 0)) return undefined;
    const pixels = Math.round(side * devicePixelRatio);
    const cut = { picture, left: x + w / 2 - size / 2, top: y + h / 2 - size / 2, size, pixels };
    const end = orderCrop(cut, (url, place) => {
      style.background = `url("${url}") ${-place * side}px 0 / auto ${side}px no-repeat`;
    });
    return () => {
      end();
      style.background = '';
    };
  }, [pack, i, picture, side]);
  return <span ref={crop} className="face-crop" style={{ width: side, height: side }} />;
};

type Texts = ReturnType<typeof useTexts>;

type FaceTableProps = {
  readonly pack: FacePack;
  /** Positions in the pack, in the order of the rows. */
  readonly rows: Uint32Array;
  readonly picture: SizedPicture | null;
};

/** The width of all columns side by side, in rem. */
const wholeWidth = 31.8;

/** The actions on the selected faces whose keys work in the table. */
const changes = ['excludeFaces', ...attributeNames.map((name) => nextValue[name])] as const;

/**
 * The faces row by row, linked to the boxes on the picture. Memoized: its rows follow the threshold later than the
 * slider.
 */
export const FaceTable = memo(({ pack, rows, picture }: FaceTableProps) => {
  const { t, language } = useTexts();
  const texts = useMemo(() => ({ t, language }), [t, language]);
  const selected = useReview((review) => review.selected);
  const hovered = useReview((review) => review.hovered);
  const picked = useFaceView((view) => view.picked);
  const focusRef = useFocusTarget('panel');
  const [widthRef, width] = useWidth();
  const gridRef = useCallback(
    (element: HTMLElement | null) => {
      const ends = [focusRef(element), widthRef(element)];
      return () => {
        for (const end of ends) end?.();
      };
    },
    [focusRef, widthRef],
  );
  // Every attribute stays in sight: in a narrow panel, a face has two lines.
  const inOneLine = useRem(wholeWidth);
  const isNarrow = width > 0 && width < inOneLine;
  const rowHeight = useRem(isNarrow ? 2.75 : 2);
  const indices = useMemo(() => Float64Array.from(rows, (i) => pack.index[i] ?? 0), [pack, rows]);
  const rowOf = (id: string | null) => {
    const ordinal = ordinalIn(id);
    return ordinal === null ? -1 : indices.indexOf(ordinal);
  };
  const active = rowOf(selected);
  const hoveredAt = rowOf(hovered);
  const isSelected = (row: number) => row === active || picked.has(indices[row] ?? 0);

  const onKey = (event: KeyboardEvent, row: number) => {
    const pressed = localKeyOf(event.nativeEvent, ['toggle', 'selectAll', ...changes]);
    if (pressed === null) return;
    event.preventDefault();
    if (pressed !== 'toggle' && pressed !== 'selectAll') {
      // A held key would change the faces many times a second.
      if (!event.repeat) void runAction(pressed);
      return;
    }
    pick(
      pressed === 'selectAll' ? new Set(indices) : afterChoice(picked, indices, row, row, 'toggle'),
      indices[row] ?? null,
    );
  };

  return (
    <VirtualGrid
      className={`face-table ${isNarrow ? 'two-lines' : ''}`}
      gridRef={gridRef}
      label={t('face.panel')}
      count={rows.length}
      rowHeight={rowHeight}
      recycles
      keyOf={(row) => indices[row] ?? row}
      active={active}
      isSelected={isSelected}
      onActive={(row, how) => pick(afterChoice(picked, indices, active, row, how), indices[row] ?? null)}
      onHover={(row) => hover(row === null ? null : faceId(indices[row] ?? 0))}
      onKey={onKey}
      rowClass={(row) => (row === hoveredAt ? 'hovered' : '')}
      header={<FaceHeader />}
    >
      {(row) => {
        const i = rows[row];
        return i !== undefined && <FaceCells pack={pack} i={i} picture={picture} texts={texts} />;
      }}
    </VirtualGrid>
  );
});

const FaceHeader = () => {
  const { t } = useTexts();
  const sort = useFaceView((view) => view.sort);
  return (
    <div role="row" className="face-row grid-head face-header">
      <span role="columnheader" className="face-crop-cell">
        <span className="hidden-text">{t('face.columns.crop')}</span>
      </span>
      {sortKeys.map((key) => {
        const isSorted = sort.by === key;
        return (
          <span
            key={key}
            role="columnheader"
            className={`face-${key}`}
            aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
          >
            <button type="button" className="face-sort cut" onClick={() => sortFaces(key)}>
              {t(`face.columns.${key}`)}
              {isSorted && (
                <span className={sort.isDescending ? 'sort-sign' : 'sort-sign up'}>
                  <Icon name="chevron" />
                </span>
              )}
            </button>
          </span>
        );
      })}
    </div>
  );
};

type CellsProps = {
  readonly pack: FacePack;
  readonly i: number;
  readonly picture: SizedPicture | null;
  /** Passed from the table: a translation hook in every row would cost as much as the row. */
  readonly texts: Texts;
};

/** Memoized: a face does not render again while others are hovered, selected or scrolled. */
const FaceCells = memo(({ pack, i, picture, texts }: CellsProps) => {
  const { t } = texts;
  const score = scoreAt(pack, i);
  const note = noteAt(pack, i);
  const excluded = note?.excluded ?? null;
  return (
    <div role="presentation" className={`face-row ${excluded === null ? '' : 'excluded'}`}>
      <span role="gridcell" className="face-crop-cell">
        <FaceCrop pack={pack} i={i} picture={picture} side={28} />
      </span>
      <span role="gridcell" className="face-index" title={excluded ?? undefined}>
        {pack.index[i]}
        {excluded !== null && (
          <span className="hidden-text">{t('face.excludedAs', { reason: excluded })}</span>
        )}
      </span>
      <span role="gridcell" className="face-score" title={note?.byHand ? t('face.byHand') : undefined}>
        {note?.byHand ? (
          <>
            <Icon name="edit" />
            <span className="hidden-text">{t('face.byHand')}</span>
          </>
        ) : score === null ? (
          '–'
        ) : (
          formatScore(score)
        )}
      </span>
      <SizeCell pack={pack} i={i} texts={texts} />
      {attributeNames.map((name) => {
        const number = attributeAt(pack, i, name);
        const original = note?.corrected[name];
        const isCorrected = original !== undefined;
        const { short, full } = attributeWords(t, name, number);
        const was = isCorrected
          ? t('face.was', { value: attributeWords(t, name, original ?? NaN).full })
          : '';
        return (
          <span
            key={name}
            role="gridcell"
            className={`cut face-${name} ${Number.isNaN(number) ? 'muted' : ''} ${isCorrected ? 'tone-corrected' : ''}`}
            title={`${full}${was === '' ? '' : ` (${was})`}`}
          >
            {short}
            {isCorrected && <span className="hidden-text"> ({was})</span>}
          </span>
        );
      })}
    </div>
  );
});

const SizeCell = ({ pack, i, texts: { t, language } }: Omit<CellsProps, 'picture'>) => {
  const side = (at: number) => formatCount(Math.round(pack.boxes[i * 4 + at] ?? 0), language);
  return (
    <span role="gridcell" className="face-size cut" title={isSmall(pack, i) ? t('face.small') : undefined}>
      {isSmall(pack, i) && (
        <span className="tone-warn">
          <Icon name="alert" />
          <span className="hidden-text">{t('face.small')}</span>{' '}
        </span>
      )}
      {hasBox(pack, i) ? `${side(2)} × ${side(3)}` : <span className="tone-warn">{t('face.noBox')}</span>}
    </span>
  );
};
