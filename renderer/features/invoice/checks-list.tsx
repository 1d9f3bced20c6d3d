import type { PageSummary } from '../../../shared/contract/page.ts';
import { guidePlaceOf } from '../../../shared/contract/guide.ts';
import { areSameFields } from '../../../shared/review/settle.ts';
import type { FieldPath } from '../../../shared/invoice/model.ts';
import type { Finding } from '../../../shared/invoice/finding.ts';
import { checksWith, type EditDraft, useDraft } from '../../state/draft.ts';
import { pathOfId, fieldId } from './shapes.ts';
import { memo, useMemo, useState } from 'react';
import { selectTogether } from '../../state/review-store.ts';
import { isComparable } from '../../state/side-question.ts';
import { useTools } from '../tools.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FindingText } from './finding-text.tsx';
import { sortedChecks, type InvoiceDetail } from './field-model.ts';

/** The user's current selection and input on an invoice. */
export type InHand = {
  readonly selected: FieldPath | null;
  /** The field being edited. */
  readonly typed: FieldPath | null;
  /** Fields of a clicked finding. */
  readonly together: readonly FieldPath[];
};

/** Maximum number of equations that fit over the picture. */
const mostShown = 3;

const ties = ({ fields }: Finding): boolean => fields.length > 1;

/**
 * The findings shown on the picture: the clicked one, the equations of the value being edited (passed or
 * failed), or the failed checks of the selected value.
 */
export const litChecks = (
  checks: readonly Finding[],
  { selected, typed, together }: InHand,
): readonly Finding[] => {
  if (typed !== null)
    return checks.filter((check) => ties(check) && check.fields.includes(typed)).slice(0, mostShown);
  if (together.length > 0) return checks.filter(({ fields }) => areSameFields(fields, together)).slice(0, 1);
  if (selected === null) return [];
  return checks
    .filter(
      (check) =>
        ties(check) && (check.level === 'error' || check.level === 'warn') && check.fields.includes(selected),
    )
    .slice(0, mostShown);
};

type Stand = Pick<InHand, 'selected'> & {
  readonly draft: EditDraft | null;
  /** Shapes of a clicked finding. */
  readonly together: readonly string[];
};

/** The findings shown on the picture now, with the value being typed. */
export const litNow = (
  invoice: Parameters<typeof checksWith>[0],
  { draft, selected, together }: Stand,
): readonly Finding[] =>
  litChecks(checksWith(invoice, draft), {
    selected,
    typed: draft?.path ?? null,
    together: together.flatMap((id) => pathOfId(id) ?? []),
  });

/** The fields of some findings, each once. */
export const tiedFields = (checks: readonly Finding[]): readonly FieldPath[] => [
  ...new Set(checks.flatMap(({ fields }) => fields)),
];

type ListProps = { readonly page: PageSummary; readonly invoice: InvoiceDetail };

/** The findings, worst first. Clicking one highlights its fields. More may be found while the page is compared. */
export const ChecksList = ({ page, invoice }: ListProps) => {
  const { t } = useTexts();
  const draft = useDraft((state) => state.draft);
  const checks = useMemo(() => checksWith(invoice, draft), [invoice, draft]);
  const [showsHeld, setShowsHeld] = useState(false);
  const { open, held } = sortedChecks(checks);
  if (checks.length === 0) return null;
  return (
    <section className="field-group checks" aria-label={t('invoice.checks')}>
      <div className="checks-head">
        <h3>{t('invoice.checks')}</h3>
        {page.awaitsWitness && page.review === 'open' && (
          <span className="muted">{t('documents.filters.comparing')}</span>
        )}
        {held.length > 0 && (
          <Button small look="quiet" aria-expanded={showsHeld} onPress={() => setShowsHeld(!showsHeld)}>
            {open.length === 0 && !showsHeld && (
              <span className="tone-ok sign">
                <Icon name="check" />
              </span>
            )}
            {heldLabel()}
          </Button>
        )}
      </div>
      <ul>
        {[...open, ...(showsHeld ? held : [])].map((check) => (
          <CheckRow key={`${check.id} ${check.fields.join(' ')} ${check.message.en}`} check={check} />
        ))}
      </ul>
    </section>
  );

  function heldLabel() {
    if (showsHeld) return t('invoice.hideOk');
    if (open.length > 0) return t('invoice.showOk', { count: held.length });
    return held.length === 1 ? t('invoice.checksOkOne') : t('invoice.checksOk', { count: held.length });
  }
};

/** Opens the guide where it explains the finding. */
const WhyButton = ({ check }: { readonly check: Finding }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  return (
    <span className="check-why">
      <Button
        small
        look="quiet"
        aria-label={t('invoice.whyOf', { message: check.message[language] })}
        onPress={() => actions.openDialog({ kind: 'guide', place: guidePlaceOf(check.id) })}
      >
        {t('invoice.why')}
      </Button>
    </span>
  );
};

/** Memoized: while a value is typed, only the rows of its equations change. */
const CheckRow = memo(({ check }: { readonly check: Finding }) => (
  <li>
    <button
      type="button"
      className="check-row"
      onClick={() => selectTogether(check.fields.map((path) => fieldId(path)))}
    >
      <FindingText check={check} />
    </button>
    {check.level !== 'ok' && <WhyButton check={check} />}
    {isComparable(check.id) && check.level !== 'ok' && <ActionButton id="sideBySide" />}
  </li>
));
