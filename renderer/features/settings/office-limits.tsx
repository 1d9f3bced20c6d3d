import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Settings } from '../../../shared/contract/settings.ts';
import { Switch } from '../../ui/choices.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { NumberSetting } from './number-setting.tsx';
import { useTools } from '../tools.ts';
import { Section, SettingsRow } from './section.tsx';

/** What a new budget begins with: the administrator changes it at once. */
const firstBudget = 1_000;

type BudgetProps = {
  readonly name: string;
  readonly label: string;
  readonly limited: string;
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
};

type LimitProps = {
  readonly name: string;
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
};

/** A number that is stored when its field is left: each step would be a change of the office's settings. */
const Limit = ({ name, label, value, least, most, onChange }: LimitProps) => {
  const [shown, setShown] = useState(value);
  const [stored, setStored] = useState(value);
  // Another administrator may change it, too.
  if (stored !== value) {
    setStored(value);
    setShown(value);
  }
  /** The number that is not stored yet; null for none. */
  const typed = useRef<number | null>(null);
  const type = (next: number): void => {
    typed.current = next;
    setShown(next);
  };
  const keep = (): void => {
    const next = typed.current;
    typed.current = null;
    if (next !== null && next !== value) onChange(next);
  };
  const keepAtEnd = useEffectEvent(keep);
  useEffect(() => () => keepAtEnd(), []);
  return (
    <div
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) keep();
      }}
    >
      <NumberSetting name={name} label={label} value={shown} least={least} most={most} onChange={type} />
    </div>
  );
};

/** How many calls a day; null for no limit. */
const Budget = ({ name, label, limited, value, onChange }: BudgetProps) => {
  const [last, setLast] = useState(value ?? firstBudget);
  const change = (isOn: boolean): void => {
    if (value !== null) setLast(value);
    onChange(isOn ? last : null);
  };
  return (
    <SettingsRow label={label}>
      <Switch isOn={value !== null} onChange={change}>
        {limited}
        <span className="hidden-text">{label}</span>
      </Switch>
      {value !== null && (
        <Limit name={name} label={label} value={value} least={0} most={10_000_000} onChange={onChange} />
      )}
    </SettingsRow>
  );
};

/** What administrators of an office limit: paid calls a day, and calls at the same time. */
export const OfficeLimits = ({ settings }: { readonly settings: Settings }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const { officeBudget, personBudget, officeCalls } = settings;
  return (
    <Section title={t('settings.limits.title')}>
      <Budget
        name="officeBudget"
        label={t('settings.limits.office')}
        limited={t('settings.limits.limited')}
        value={officeBudget}
        onChange={(value) => void actions.changeSettings({ officeBudget: value })}
      />
      <Budget
        name="personBudget"
        label={t('settings.limits.person')}
        limited={t('settings.limits.limited')}
        value={personBudget}
        onChange={(value) => void actions.changeSettings({ personBudget: value })}
      />
      <p className="hint">{t('settings.limits.budgetHint')}</p>
      <SettingsRow label={t('settings.limits.calls')}>
        <Limit
          name="officeCalls"
          label={t('settings.limits.calls')}
          value={officeCalls}
          least={1}
          most={512}
          onChange={(calls) => void actions.changeSettings({ officeCalls: calls })}
        />
        <p className="hint">{t('settings.limits.callsHint')}</p>
      </SettingsRow>
    </Section>
  );
};
