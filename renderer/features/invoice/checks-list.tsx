import { memo, useMemo, useState } from 'react';
import type { Finding } from '../../../shared/invoice/finding.ts';
import { selectTogether } from '../../state/review-store.ts';
import { isComparable } from '../../state/side-question.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FindingText } from './finding-text.tsx';
import { checksWith, useDraft } from '../../state/draft.ts';
import { sortedChecks, type InvoiceDetail } from './field-model.ts';
import { fieldId } from './shapes.ts';

/** The findings, worst first. Clicking one highlights its fields. */
export const ChecksList = ({ invoice }: { readonly invoice: InvoiceDetail }) => {
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
    {isComparable(check.id) && check.level !== 'ok' && <ActionButton id="sideBySide" />}
  </li>
));
