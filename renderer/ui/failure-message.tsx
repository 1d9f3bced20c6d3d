import { useId, useState } from 'react';
import type { CommandFailure } from '../../shared/contract/commands.ts';
import { Button } from './button.tsx';
import { useTexts } from './i18n/use-texts.ts';

/** A line for support; the label is null for words that explain themselves. */
export type DetailLine = { readonly label: string | null; readonly value: string };

type ExpectedFailure = Pick<CommandFailure, 'message' | 'remedy' | 'details'>;

const noLines: readonly DetailLine[] = [];

type Props = {
  /** The message about the failure, in the user's words. */
  readonly message: string;
  readonly remedy?: string | null | undefined;
  /** Details for support, shown on request. */
  readonly details?: readonly DetailLine[];
};

/** An error: what happened, what to do about it, and details for support behind a button. */
export const FailureMessage = ({ message, remedy = null, details = noLines }: Props) => (
  <div className="failure-words">
    <p className="failure-text">{message}</p>
    {remedy !== null && remedy !== '' && <p className="muted">{remedy}</p>}
    <DetailsForSupport message={message} lines={details} />
  </div>
);

/** Why a command failed, in the window's language. */
export const CommandFailureMessage = ({ failure }: { readonly failure: ExpectedFailure }) => {
  const { language } = useTexts();
  return (
    <FailureMessage
      message={failure.message[language]}
      remedy={failure.remedy?.[language]}
      details={failure.details === undefined ? noLines : [{ label: null, value: failure.details }]}
    />
  );
};

type LineProps = { readonly message: string; readonly tone: 'error' | 'warn' };

/** An error in a row of a list: its message only. */
export const FailureLine = ({ message, tone }: LineProps) => (
  <span className={`tone-${tone}`}>{message}</span>
);

type DetailsProps = { readonly message: string; readonly lines: readonly DetailLine[] };

/** A button that opens the details for support, to read or to copy. */
export const DetailsForSupport = ({ message, lines }: DetailsProps) => {
  const { t } = useTexts();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [isCopied, setCopied] = useState(false);
  if (lines.length === 0) return null;
  const copy = async () => {
    const text = lines.map(({ label, value }) => (label === null ? value : `${label}: ${value}`));
    await navigator.clipboard.writeText([message, ...text].join('\n'));
    setCopied(true);
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
