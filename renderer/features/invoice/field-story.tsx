import { Suspense, use, useEffect, useRef } from 'react';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { isOpenFinding } from '../../../shared/invoice/finding.ts';
import { Icon } from '../../ui/icon.tsx';
import { onDemand } from '../../ui/on-demand.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { FieldCrop } from './field-crop.tsx';
import { otherReadingOf } from './extraction-choice.ts';
import { shownValue, type FieldView } from './field-model.ts';
import { useNames } from '../../state/people.ts';
import { ShownMarks, markWords, reasonsOf, fieldStateWords, storyOf } from './reasons.ts';
import { TypedChecks, useTypedChecks } from './typed-checks.tsx';

// Conflicts are rare.
const FieldConflict = onDemand(async () => (await import('./extraction-conflict.tsx')).FieldConflict);

type Props = {
  readonly view: FieldView;
  /** Whether to include the crop: a table cell has no room for it. */
  readonly hasCrop?: boolean;
};

/** The reasons for the selected value's state, and its history since the extraction. */
export const FieldStory = ({ view, hasCrop = false }: Props) => {
  const { t, language } = useTexts();
  const typed = useTypedChecks(view.field.path);
  const other = view.conflict ? null : otherReadingOf(view.complaints);
  const story = useRef<HTMLDivElement>(null);
  const accepted = use(ShownMarks).filter(
    (mark) => mark.kind === 'accept' && mark.fields.includes(view.field.path),
  );
  const names = useNames([...view.corrections, ...accepted].flatMap((one) => one.by ?? []));
  // The reason is scrolled into view with its value.
  const { path } = view.field;
  useEffect(() => {
    // The same element may render another field's story.
    if (path !== '') story.current?.scrollIntoView({ block: 'nearest' });
  }, [path]);
  return (
    <div className="field-story" role="row" ref={story}>
      <div role="gridcell">
        {hasCrop && <FieldCrop view={view} />}
        <p className={`tone-${view.state}`}>{fieldStateWords(view, t)}</p>
        {typed ? <TypedChecks checks={typed} /> : <Reasons view={view} />}
        {view.conflict && (
          <Suspense>
            <FieldConflict field={view.field} conflict={view.conflict} />
          </Suspense>
        )}
        {storyOf(view, t, language, names).map(({ key, text }) => (
          <p key={key} className="muted">
            {text}
          </p>
        ))}
        {accepted.map((mark) => (
          <p key={`${mark.by} ${mark.at}`} className="muted">
            {markWords(mark, t, language, names)}
          </p>
        ))}
        {view.complaints.some(isOpenFinding) && <ActionButton id="accept" />}
        {other !== null && (
          <ActionButton
            id="takeExtraction"
            label={t('invoice.takeOther', {
              value: shownValue({ field: view.field, value: other }, language) ?? other,
            })}
          />
        )}
        {view.correction && !view.conflict && other === null && <ActionButton id="takeExtraction" />}
      </div>
    </div>
  );
};

const Reasons = ({ view }: { readonly view: FieldView }) => {
  const { language } = useTexts();
  return reasonsOf(view, language).map(({ key, text, level }) => (
    <p key={key} className={level ? `tone-${level}` : 'muted'}>
      {level && <Icon name="alert" />} {text}
    </p>
  ));
};
