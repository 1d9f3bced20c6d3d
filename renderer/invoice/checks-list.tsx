import { useState } from 'react';
import type { CheckLevel } from '../../shared/invoice/model.ts';
import type { Check } from '../../shared/records.ts';
import { selectTogether } from '../app/review-store.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { sortedChecks } from './field-model.ts';
import { fieldId } from './shapes.ts';

const icons: Readonly<Record<CheckLevel, IconName>> = {
  ok: 'check',
  info: 'info',
  warn: 'alert',
  error: 'error',
};

/** What the checks found, the gravest first. A check that is pressed lights up the fields that it ties together. */
export const ChecksList = ({ checks }: { readonly checks: readonly Check[] }) => {
  const { t } = useTexts();
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

const CheckRow = ({ check }: { readonly check: Check }) => {
  const { t, language } = useTexts();
  return (
    <li>
      <button
        type="button"
        className="check-row"
        onClick={() => selectTogether(check.fields.map((path) => fieldId(path)))}
      >
        <span className={`tone-${check.level} sign`}>
          <Icon name={icons[check.level]} />
          <span className="hidden-text">{t(`invoice.checkLevels.${check.level}`)}: </span>
        </span>
        <span>{check.message[language]}</span>
      </button>
    </li>
  );
};
