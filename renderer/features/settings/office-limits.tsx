import type { Settings } from '../../../shared/contract/settings.ts';
import { officeLimitWords } from '../../../shared/texts/office-limits.ts';
import { Switch } from '../../ui/choices.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { NumberInput } from '../../ui/text-input.tsx';
import { useTools } from '../tools.ts';
import { Section, SettingsRow } from './section.tsx';

/** What a new budget begins with: the administrator changes it at once. */
const firstBudget = 1_000;

type BudgetProps = {
  readonly label: string;
  readonly limited: string;
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
};

/** How many calls a day; null for no limit. */
const Budget = ({ label, limited, value, onChange }: BudgetProps) => (
  <SettingsRow label={label}>
    <Switch isOn={value !== null} onChange={(isOn) => onChange(isOn ? firstBudget : null)}>
      {limited}
      <span className="hidden-text">{label}</span>
    </Switch>
    {value !== null && (
      <NumberInput label={label} value={value} least={0} most={10_000_000} onChange={onChange} />
    )}
  </SettingsRow>
);

/** What administrators of an office limit: paid calls a day, and calls at the same time. */
export const OfficeLimits = ({ settings }: { readonly settings: Settings }) => {
  const { language } = useTexts();
  const { actions } = useTools();
  const words = officeLimitWords[language];
  const { officeBudget, personBudget, officeCalls } = settings;
  return (
    <Section title={words.title}>
      <Budget
        label={words.office}
        limited={words.limited}
        value={officeBudget}
        onChange={(value) => void actions.changeSettings({ officeBudget: value })}
      />
      <Budget
        label={words.person}
        limited={words.limited}
        value={personBudget}
        onChange={(value) => void actions.changeSettings({ personBudget: value })}
      />
      <p className="hint">{words.budgetHint}</p>
      <SettingsRow label={words.calls}>
        <NumberInput
          label={words.calls}
          value={officeCalls}
          least={1}
          most={512}
          onChange={(calls) => void actions.changeSettings({ officeCalls: calls })}
        />
        <p className="hint">{words.callsHint}</p>
      </SettingsRow>
    </Section>
  );
};
