import { useRef, type KeyboardEvent, type RefCallback } from 'react';

type Props<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly tabs: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  /** Receives the selected tab. */
  readonly selectedRef?: RefCallback<HTMLElement>;
};

/** Ids that link a tab to its panel. */
export const tabId = (value: string): string => `tab-${value}`;
export const tabPanelId = (value: string): string => `panel-${value}`;

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** A row of tabs. The arrow keys move between them and wrap around. */
export const TabBar = <Value extends string>(props: Props<Value>) => {
  const { label, value, tabs, onChange, selectedRef } = props;
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = (at + step + tabs.length) % tabs.length;
    if (tabs[next]) onChange(tabs[next].value);
    const tab = list.current?.children[next];
    if (tab instanceof HTMLElement) tab.focus();
  };
  return (
    <div ref={list} className="tabs" role="tablist" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          ref={tab.value === value ? selectedRef : undefined}
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
