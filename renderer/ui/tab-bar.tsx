import type { KeyboardEvent } from 'react';

type Props<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly tabs: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
};

/** Ids that link a tab to its panel. */
export const tabId = (value: string): string => `tab-${value}`;
export const tabPanelId = (value: string): string => `panel-${value}`;

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** A row of tabs. The arrow keys move between them and wrap around. */
export const TabBar = <Value extends string>({ label, value, tabs, onChange }: Props<Value>) => {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.value);
    document.querySelector<HTMLElement>(`#${tabId(next.value)}`)?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          id={tabId(tab.value)}
          type="button"
          role="tab"
          className="tab"
          aria-selected={tab.value === value}
          aria-controls={tab.value === value ? tabPanelId(value) : undefined}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          onKeyDown={onKeyDown}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
};
