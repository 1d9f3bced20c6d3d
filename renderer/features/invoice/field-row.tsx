import { placeOf } from '../../../shared/invoice/fields.ts';
import { partyValueNames, shortLabels } from '../../../shared/texts/names.ts';
import { usePanelView } from '../../state/panel-view.ts';
import { useReview } from '../../state/review-store.ts';
import { formatScore } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { FieldCrop } from './field-crop.tsx';
import { FieldStory } from './field-story.tsx';
import type { FieldView, FieldState } from './field-model.ts';
import { fieldId } from './shapes.ts';
import { ValueCell } from './value-cell.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { hoverWords } from './reasons.ts';

const icons: Readonly<Record<FieldState, IconName>> = {
  trusted: 'check',
  uncertain: 'alert',
  failed: 'error',
  corrected: 'edit',
  confirmed: 'confirmed',
  unread: 'minus',
};

/** The state of a field as a small sign, with the reason as tooltip and for screen readers. */
const FieldSign = ({ view }: { readonly view: FieldView }) => {
  const { t, language } = useTexts();
  const words = hoverWords(view, t, language);
  return (
    <span className={`tone-${view.state} sign`} title={words}>
      <Icon name={icons[view.state]} />
      <span className="hidden-text">{words}</span>
    </span>
  );
};

type Props = {
  readonly view: FieldView;
  readonly row: number;
  readonly tabStop: string | null;
  readonly onCorrect: (path: string, value: string | null, was: string | null) => Promise<boolean>;
};

/** A field with its name, value, score and state. */
export const FieldRow = ({ view, row, tabStop, onCorrect }: Props) => {
  const { language } = useTexts();
  const { field } = view;
  const score = view.origin?.score ?? null;
  const isSelected = useReview((review) => review.selected === fieldId(field.path));
  const place = placeOf(field.path);
  const density = usePanelView(({ density: now }) => now);
  // A trusted value needs no crop.
  const needsLook = view.state === 'uncertain' || view.state === 'failed' || view.state === 'corrected';
  const hasCrop = density === 'comfortable' || needsLook || isSelected;
  // In a party's group, a field needs no "buyer" before its name.
  const label = place?.kind === 'party' ? partyValueNames[place.key] : field.label;
  const short = shortLabels[field.path];
  return (
    <>
      <div role="row" className={`field-row ${isSelected ? 'selected' : ''}`}>
        <span role="rowheader" className="field-label" aria-label={short && label[language]}>
          {(short ?? label)[language]}
        </span>
        {hasCrop && <FieldCrop view={view} />}
        <ValueCell
          view={view}
          row={row}
          column={0}
          isTabStop={tabStop === field.path}
          hasSign
          className={isMono(view) ? 'mono' : ''}
          onCorrect={onCorrect}
        />
        <span role="gridcell" className="field-score">
          {score === null ? '' : formatScore(score)}
        </span>
        <span role="gridcell" className="field-sign">
          <FieldSign view={view} />
        </span>
      </div>
      {isSelected && <FieldStory view={view} />}
    </>
  );
};

const isMono = ({ field }: FieldView) => field.kind === 'lines';
