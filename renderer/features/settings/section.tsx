import type { ReactNode } from 'react';

type Props = { readonly title: string; readonly children: ReactNode };

/** The index of the settings leads to each section by its heading. */
export const Section = ({ title, children }: Props) => (
  <section className="settings-section" aria-label={title}>
    <h3 tabIndex={-1}>{title}</h3>
    <div className="settings-body">{children}</div>
  </section>
);

/** A setting with its label. */
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
