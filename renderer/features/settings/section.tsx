import { createContext, use, type ReactNode, type RefCallback } from 'react';

type Props = { readonly title: string; readonly children: ReactNode };

/** Receives the heading of each section that is shown, for an index. */
export const SectionIndex = createContext<RefCallback<HTMLElement> | null>(null);

export const Section = ({ title, children }: Props) => (
  <section className="settings-section" aria-label={title}>
    <h3 ref={use(SectionIndex)} tabIndex={-1}>
      {title}
    </h3>
    <div className="settings-body">{children}</div>
  </section>
);

export const SettingsRow = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) => (
  <div className="settings-row">
    <span className="settings-label">{label}</span>
    <div>{children}</div>
  </div>
);
