import { useId, useState } from 'react';
import type { Bilingual } from '../../shared/language.ts';
import { Button } from './button.tsx';
import { useTexts } from './i18n/use-texts.ts';

/** A line for support; the label is null for words that explain themselves. */
type DetailLine = { readonly label: string | null; readonly value: string };

type Explained = {
  readonly message: Bilingual;
  readonly remedy?: Bilingual | null;
  /** For support, shown on request. */
  readonly details?: string | null;
};

type MessageProps = {
  readonly failure: Explained;
  /** Shows the details without another press. */
  readonly showsDetails?: boolean;
};

/** A failure: what happened, what to do about it, and details for support behind a button. */
export const FailureMessage = ({ failure, showsDetails = false }: MessageProps) => {
  const { language } = useTexts();
  const { message, remedy, details } = failure;
  return (
    <div className="failure-words">
      <p className="failure-text">{message[language]}</p>
      {remedy && <p className="muted">{remedy[language]}</p>}
      <DetailsForSupport
        message={message[language]}
        lines={plainDetails(details)}
        isOpenAtFirst={showsDetails}
      />
    </div>
  );
};

/** Details that explain themselves. */
export const plainDetails = (details: string | null = null): readonly DetailLine[] =>
  details === null ? [] : [{ label: null, value: details }];

type LineProps = { readonly message: string; readonly tone: 'error' | 'warn' };

/** An error in a row of a list: its message only. */
export const FailureLine = ({ message, tone }: LineProps) => (
  <span className={`tone-${tone}`}>{message}</span>
);

type DetailsProps = {
  readonly message: string;
  readonly lines: readonly DetailLine[];
  readonly isOpenAtFirst?: boolean;
};

/** A button that opens the details for support, to read or to copy. */
export const DetailsForSupport = ({ message, lines, isOpenAtFirst = false }: DetailsProps) => {
  const { t } = useTexts();
  const id = useId();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [isCopied, setCopied] = useState(false);
  if (lines.length === 0) return null;
  const copy = async () => {
    const text = lines.map(({ label, value }) => (label === null ? value : `${label}: ${value}`));
    try {
      await navigator.clipboard.writeText([message, ...text].join('\n'));
      setCopied(true);
    } catch {
      // The label of the button shows that nothing was copied. A notice about a notice would not help.
    }
  };
  return (
    <>
      <Button
        small
        look="quiet"
        icon="info"
        aria-expanded={isOpen}
        aria-controls={id}
        onPress={() => setOpen(!isOpen)}
      >
        {t('failure.details')}
      </Button>
      <div id={id} className="failure-details" hidden={!isOpen}>
        <dl aria-label={t('failure.forSupport')}>
          {lines.map(({ label, value }) => (
            <div key={label ?? value}>
              {label !== null && <dt>{label}</dt>}
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Button small icon={isCopied ? 'check' : 'copy'} onPress={() => void copy()}>
          {t(isCopied ? 'failure.copied' : 'failure.copy')}
        </Button>
      </div>
    </>
  );
};
