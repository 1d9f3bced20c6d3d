import { memo, useState } from 'react';
import { attributeNames, valueCount, type AttributeName } from '../../../shared/face/attributes.ts';
import type { FaceEdit } from '../../../shared/face/edit.ts';
import type { FacePack } from '../../../shared/face/pack.ts';
import type { PageSummary, Sent } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';
import { useReview } from '../../state/review-store.ts';
import { usePlacedActions } from '../../state/registry.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { NativeSelectField } from '../../ui/choices.tsx';
import { attributeAt, noteAt } from './face-rows.ts';
import { drawFaces, useFaceView } from '../../state/face-view.ts';
import { attributeOptions, faceAttributeWord, nextValue, valueAfter } from './face-words.ts';
import { faceToFollow, pickedFaces, shownOf } from './picked.ts';

type Props = {
  readonly page: PageSummary;
  readonly sent: Sent | null;
  readonly pack: FacePack;
  /** Positions of the visible faces. */
  readonly rows: Uint32Array;
};

/** The value that the user gave all selected faces, until others are selected. */
type Given = {
  /** Their ordinals. */
  readonly to: string;
  readonly name: AttributeName;
  readonly value: number;
};

/** Actions on the selected faces. With none selected: drawing a face that the service missed. */
export const FaceToolbar = memo(({ page, sent, pack, rows }: Props) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const selected = useReview((review) => review.selected);
  const picked = useFaceView((view) => view.picked);
  const isDrawing = useFaceView((view) => view.isDrawing);
  const positions = shownOf(pack, rows, new Set(pickedFaces(picked, selected)));
  const faces = positions.map((i) => pack.index[i] ?? 0);
  const edit = (change: FaceEdit) => void actions.editFaces(page.id, change);
  const someOf = (test: (note: ReturnType<typeof noteAt>) => boolean) =>
    positions.some((i) => test(noteAt(pack, i)));
  const hasExcluded = someOf((note) => (note?.excluded ?? null) !== null);
  const hasIncluded = someOf((note) => (note?.excluded ?? null) === null);
  const draw = () => drawFaces(!isDrawing);
  const include = () => edit({ kind: 'include', faces });
  const exclude = () => actions.openDialog({ kind: 'exclude-faces', page: page.id, faces });
  const exportPictures = () =>
    actions.openDialog({ kind: 'face-pictures', page, sent, pack, selected: faces });
  const [given, setGiven] = useState<Given | null>(null);
  const give = (name: AttributeName, value: number | null) => {
    edit({ kind: 'attribute', faces, name, value });
    setGiven(value === null ? null : { to: faces.join(), name, value });
  };
  const setNext = (name: AttributeName) =>
    give(name, valueAfter(name, attributeAt(pack, faceToFollow(pack, positions, selected), name)));
  const canChange = faces.length > 0;
  usePlacedActions({
    ...Object.fromEntries(
      attributeNames.map((name) => [nextValue[name], canChange ? () => setNext(name) : null]),
    ),
    drawFace: draw,
    excludeFaces: hasIncluded ? exclude : null,
    includeFaces: hasExcluded ? include : null,
    facePictures: exportPictures,
  });

  return (
    <section className="face-actions" aria-label={t('face.actions')}>
      <div className="face-switches">
        <span className="muted" aria-live="polite">
          {faces.length === 0
            ? t('face.noneSelected')
            : faces.length === 1
              ? t('face.face', { index: faces.join('') })
              : t('face.selected', { count: faces.length })}
        </span>
        <Button small icon="add" aria-pressed={isDrawing} onPress={draw}>
          {t(isDrawing ? 'face.stopDrawing' : 'face.draw')}
        </Button>
        <Button small icon="export" onPress={exportPictures}>
          {t('face.pictures.open')}
        </Button>
      </div>
      {faces.length > 1 && (
        <p className="hint" role="status">
          {given?.to === faces.join()
            ? t('face.given', {
                name: t(`face.columns.${given.name}`),
                value: faceAttributeWord(t, given.name, given.value),
              })
            : t('face.sameValue')}
        </p>
      )}
      {faces.length > 0 && (
        <>
          <div className="face-fields">
            {attributeNames.map((name) => (
              <AttributeChoice
                key={name}
                name={name}
                pack={pack}
                positions={positions}
                onChange={(value) => give(name, value)}
              />
            ))}
          </div>
          <div className="face-switches">
            {hasIncluded && (
              <Button small onPress={exclude}>
                {t('face.exclude')}
              </Button>
            )}
            {hasExcluded && (
              <Button small onPress={include}>
                {t('face.include')}
              </Button>
            )}
            {someOf((note) => note?.byHand === true) && (
              <Button small icon="remove" onPress={() => edit({ kind: 'remove', faces })}>
                {t('face.removeByHand')}
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  );
});

const mixed = 'mixed';
const original = 'original';

type ChoiceProps = {
  readonly name: AttributeName;
  readonly pack: FacePack;
  readonly positions: readonly number[];
  readonly onChange: (value: number | null) => void;
};

/** An attribute of the selected faces; the recognized value can be restored. */
const AttributeChoice = ({ name, pack, positions, onChange }: ChoiceProps) => {
  const { t } = useTexts();
  const values = new Set(positions.map((i) => attributeAt(pack, i, name)));
  const [only] = values;
  const value = values.size === 1 && only !== undefined ? String(only) : mixed;
  const isDocumented = values.size === 1 && only !== undefined && only >= 0 && only < valueCount(name);
  const corrected = positions.filter((i) => noteAt(pack, i)?.corrected[name] !== undefined);
  const [first] = corrected;
  const was = first === undefined ? NaN : (noteAt(pack, first)?.corrected[name] ?? NaN);
  const originalWord = positions.length === 1 ? faceAttributeWord(t, name, was) : '';
  return (
    <NativeSelectField
      label={
        corrected.length > 0
          ? t('face.corrected', { name: t(`face.columns.${name}`) })
          : t(`face.columns.${name}`)
      }
      value={value}
      options={[
        ...(isDocumented
          ? []
          : [{ value, label: value === mixed ? t('face.mixed') : faceAttributeWord(t, name, only ?? NaN) }]),
        ...attributeOptions(t, name),
        ...(corrected.length > 0
          ? [{ value: original, label: t('face.asExtracted', { word: originalWord }) }]
          : []),
      ]}
      onChange={(chosen) => {
        if (chosen === original) onChange(null);
        else if (chosen !== mixed && Number.isInteger(Number(chosen))) onChange(Number(chosen));
      }}
    />
  );
};
