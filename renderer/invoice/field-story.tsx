import { useTexts } from '../i18n/use-texts.ts';
import { Icon } from '../ui/icon.tsx';
import { FieldCrop } from './field-crop.tsx';
import type { FieldView } from './field-model.ts';
import { reasonsOf, storyOf } from './reasons.ts';
import { TypedChecks, useTypedChecks } from './typed-checks.tsx';

type Props = {
  readonly view: FieldView;
  /** Whether the piece of the picture is shown here, too: a cell of a table has no room for it. */
  readonly hasCrop?: boolean;
};

/** Why the selected value stands as it does, and what became of it from the reading on. */
export const FieldStory = ({ view, hasCrop = false }: Props) => {
  const { t, language } = useTexts();
  const { complaints } = view;
  const [state, ...reasons] = reasonsOf(view, t, language);
  const typed = useTypedChecks(view.field.path);
  return (
    <div className="field-story" role="row">
      <div role="gridcell">
        {hasCrop && <FieldCrop view={view} />}
        <p className={`tone-${view.state}`}>{state}</p>
        {typed && <TypedChecks checks={typed} />}
        {(typed ? [] : reasons).map((reason, at) => {
          const level = complaints[at]?.level;
          return (
            <p key={reason} className={level ? `tone-${level}` : 'muted'}>
              {level && <Icon name="alert" />} {reason}
            </p>
          );
        })}
        {storyOf(view, t, language).map((event) => (
          <p key={event} className="muted">
            {event}
          </p>
        ))}
      </div>
    </div>
  );
};
