import type { ReactNode } from 'react';
import type { Conflict, LinesConflict } from '../../../shared/review/merge-extractions.ts';
import type { Field } from '../../../shared/invoice/fields.ts';
import type { InvoiceLine } from '../../../shared/invoice/model.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { formatAmount } from '../../../shared/texts/format.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { shownValue } from './field-model.ts';
import { differingPart } from './extraction-choice.ts';

const ConflictRow = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="conflict-row">
    <span className="muted">{name}</span>
    <span className="conflict-value">{children}</span>
  </div>
);

type ValueProps = { readonly field: Field; readonly value: string | null; readonly beside: string | null };

/**
 * A value with the parts highlighted that differ from the user's; no highlights if they have little in
 * common.
 */
const ConflictValue = ({ field, value, beside }: ValueProps) => {
  const { t, language } = useTexts();
  const shown = shownValue({ field, value }, language);
  if (shown === null) return <span className="muted">{t('invoice.notRead')}</span>;
  const other = shownValue({ field, value: beside }, language);
  const { from, to } = differingPart(shown, other ?? '');
  if (to === from || 2 * (to - from) > shown.length) return shown;
  return (
    <>
      {shown.slice(0, from)}
      <mark>{shown.slice(from, to)}</mark>
      {shown.slice(to)}
    </>
  );
};

/** A field in conflict: the old extracted value, the user's and the new one, and the choice between them. */
export const FieldConflict = ({
  field,
  conflict,
}: {
  readonly field: Field;
  readonly conflict: Conflict;
}) => {
  const { t } = useTexts();
  const { before, mine, now } = conflict;
  return (
    <div className="conflict" role="group" aria-label={t('invoice.conflict')}>
      <ConflictRow name={t('invoice.readBefore')}>
        <ConflictValue field={field} value={before} beside={mine} />
      </ConflictRow>
      <ConflictRow name={t('invoice.mine')}>
        <ConflictValue field={field} value={mine} beside={mine} />
      </ConflictRow>
      <ConflictRow name={t('invoice.readNow')}>
        <ConflictValue field={field} value={now} beside={mine} />
      </ConflictRow>
      <div className="conflict-choice">
        <ActionButton id="keepMine" />
        <ActionButton id="takeExtraction" />
      </div>
    </div>
  );
};

type LinesProps = {
  readonly conflict: LinesConflict;
  readonly mine: readonly InvoiceLine[];
  readonly onKeep: () => void;
  readonly onTake: () => void;
};

/** The line items if the user's edits can't be applied to the new extraction. */
export const LinesConflictBox = ({ conflict, mine, onKeep, onTake }: LinesProps) => {
  const { t } = useTexts();
  return (
    <div className="conflict of-lines" role="group" aria-label={t('invoice.linesConflict')}>
      <p className="tone-warn">{t('invoice.linesConflict')}</p>
      <ConflictRow name={t('invoice.readBefore')}>
        <LineList lines={conflict.before} />
      </ConflictRow>
      <ConflictRow name={t('invoice.mine')}>
        <LineList lines={mine} />
      </ConflictRow>
      <ConflictRow name={t('invoice.readNow')}>
        <LineList lines={conflict.now} />
      </ConflictRow>
      <div className="conflict-choice">
        <ActionButton id="keepMine" onPress={onKeep} />
        <ActionButton id="takeExtraction" onPress={onTake} />
      </div>
    </div>
  );
};

/** More lines do not help to choose, and the lines themselves are below. */
const mostListed = 12;

const LineList = ({ lines }: { readonly lines: readonly InvoiceLine[] }) => {
  const { t } = useTexts();
  if (lines.length === 0) return <span className="muted">{t('invoice.noLines')}</span>;
  return (
    <ol className="conflict-lines">
      {lines.slice(0, mostListed).map((line, at) => (
        // A line has no id.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at}>{lineText(line)}</li>
      ))}
      {lines.length > mostListed && (
        <li className="muted">{t('invoice.moreLines', { count: lines.length - mostListed })}</li>
      )}
    </ol>
  );
};

const lineText = ({ amount, taxRate, tax, ...line }: InvoiceLine): string =>
  [
    line.name,
    line.specification,
    line.unit,
    ...[line.quantity, line.unitPrice, amount].map((value) => value && formatAmount(value)),
    taxRate,
    tax && formatAmount(tax),
  ]
    .filter((value) => value !== null && value !== '')
    .join('  ') || '—';
