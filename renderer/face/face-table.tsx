import { useMemo } from 'react';
import type { Face } from '../../shared/face/model.ts';
import { hover, selectInTable, useReview } from '../app/review-store.ts';
import { faceId } from '../canvas/shapes.ts';
import { formatCount, formatScore } from '../i18n/format.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Icon } from '../ui/icon.tsx';
import { useRem } from '../ui/use-rem.ts';
import { VirtualGrid } from '../ui/virtual-grid.tsx';
import {
  attributeColumns,
  attributeNames,
  attributeWords,
  isSmall,
  type AttributeName,
} from './face-words.ts';

/** The faces row by row, in step with the boxes on the picture. */
export const FaceTable = ({ faces }: { readonly faces: readonly Face[] }) => {
  const { t } = useTexts();
  const selected = useReview((review) => review.selected);
  const hovered = useReview((review) => review.hovered);
  const rowHeight = useRem(1.75);
  const places = useMemo(() => new Map(faces.map((face, at) => [faceId(face.index), at])), [faces]);
  const idAt = (index: number | null) => {
    const face = index === null ? undefined : faces[index];
    return face ? faceId(face.index) : null;
  };
  const hoveredAt = hovered === null ? -1 : (places.get(hovered) ?? -1);

  return (
    <VirtualGrid
      className="face-table"
      label={t('face.panel')}
      count={faces.length}
      rowHeight={rowHeight}
      keyOf={(index) => faces[index]?.index ?? index}
      active={selected === null ? -1 : (places.get(selected) ?? -1)}
      onActive={(index) => selectInTable(idAt(index))}
      onHover={(index) => hover(idAt(index))}
      rowClass={(index) => (index === hoveredAt ? 'hovered' : '')}
      header={<FaceHeader />}
    >
      {(index) => {
        const face = faces[index];
        return face && <FaceCells face={face} />;
      }}
    </VirtualGrid>
  );
};

const isUnasked = ({ attributes }: Face, name: AttributeName) => !attributes || attributes[name] === null;

const FaceHeader = () => {
  const { t } = useTexts();
  return (
    <div role="row" className="face-row face-header">
      {(['index', 'score', 'size', ...attributeNames] as const).map((name) => (
        <span key={name} role="columnheader" className={`cut face-${name}`}>
          {t(`face.columns.${name}`)}
        </span>
      ))}
    </div>
  );
};

const FaceCells = ({ face }: { readonly face: Face }) => {
  const { t, language } = useTexts();
  const words = attributeWords(t, face.attributes);
  const columnWords = attributeColumns(t, face.attributes);
  const { box } = face;
  const size = box
    ? `${formatCount(Math.round(box.w), language)} × ${formatCount(Math.round(box.h), language)}`
    : null;
  return (
    <div role="presentation" className="face-row">
      <span role="gridcell" className="face-index">
        {face.index}
      </span>
      <span role="gridcell" className="face-score">
        {face.score === null ? '–' : formatScore(face.score)}
      </span>
      <span role="gridcell" className="face-size cut" title={isSmall(face) ? t('face.small') : undefined}>
        {isSmall(face) && (
          <span className="tone-warn">
            <Icon name="alert" />
            <span className="hidden-text">{t('face.small')}</span>{' '}
          </span>
        )}
        {size ?? <span className="tone-warn">{t('face.noBox')}</span>}
      </span>
      {attributeNames.map((name) => (
        <span
          key={name}
          role="gridcell"
          className={`cut face-${name} ${isUnasked(face, name) ? 'muted' : ''}`}
          title={words[name]}
        >
          {columnWords[name]}
        </span>
      ))}
    </div>
  );
};
