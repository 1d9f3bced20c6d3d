import { useState } from 'react';
import type { PageSummary, PageId } from '../../../shared/contract/page.ts';
import {
  verificationResults,
  type VerificationResult,
  verificationBar,
  verificationInputs,
  verificationPlatform,
} from '../../../shared/books/verification.ts';
import { isIsoDate } from '../../../shared/invoice/dates.ts';
import { verificationResultNames, verificationObstacles } from '../../../shared/texts/verification.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Select } from '../../ui/choices.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';
import { today } from './days.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import type { Invoice } from '../../../shared/invoice/model.ts';
import { usePlacedActions } from '../../state/registry.ts';
import { ActionButton } from '../actions/action-button.tsx';

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The platform's result with its time, and the saved copy of the result. */
const VerificationResultForm = ({ page }: { readonly page: PageSummary }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const kept = page.books.verification;
  const [result, setResult] = useState<VerificationResult | 'none'>(kept?.result ?? 'none');
  const [day, setDay] = useState(kept?.day ?? today());
  const isDay = isIsoDate(day) && day <= today();
  const attachment = kept?.attachment;
  return (
    <div className="verification-result">
      <Select
        label={t('books.verify.result')}
        value={result}
        options={[
          // A result is a statement to the authorities: nobody makes it by one press.
          ...(kept ? [] : [{ value: 'none' as const, label: t('books.verify.choose') }]),
          ...verificationResults.map((value) => ({
            value,
            label: capitalized(verificationResultNames[value][language]),
          })),
        ]}
        onChange={setResult}
      />
      <DateInput
        label={t('books.verify.day')}
        value={day}
        onChange={setDay}
        {...(isDay ? {} : { hint: t('books.verify.badDay') })}
      />
      <div className="verification-actions">
        <Button
          look="primary"
          isDisabled={!isDay || result === 'none' || (kept?.result === result && kept.day === day)}
          onPress={() => {
            if (result !== 'none') void actions.verify(page.id, { result, day });
          }}
        >
          {t('books.verify.saveResult')}
        </Button>
        {kept && (
          <Button look="quiet" onPress={() => void actions.verify(page.id, null)}>
            {t('books.verify.deleteResult')}
          </Button>
        )}
      </div>
      {attachment && (
        <p className="verification-actions">
          <span className="cut" title={attachment.name}>
            {t('books.verify.attachment', { name: attachment.name })}
          </span>
          <Button small onPress={() => void actions.saveAttachment(page.id)}>
            {t('books.verify.openAttachment')}
          </Button>
        </p>
      )}
      {isDay && result !== 'none' && (
        <FileDrop
          label={t('books.verify.attach')}
          choose={t('books.file.choose')}
          accept="image/*,application/pdf,.pdf,.html,.mhtml,.ofd"
          onFile={(file) => void actions.attachResult(page.id, { result, day }, file)}
        />
      )}
    </div>
  );
};

/** Width of the light border in modules. QR scanners need four. */
const quiet = 4;

/** The dark modules as one SVG path. */
const pathOf = (rows: readonly string[]): string =>
  rows
    .flatMap((row, y) =>
      Array.from(row, (module, x) => (module === '1' ? `M${x + quiet} ${y + quiet}h1v1h-1z` : '')),
    )
    .join('');

/** The invoice's QR code, drawn from its current values. It is dark on light in both themes. */
const QrPicture = ({ id }: { readonly id: PageId }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const { value: rows } = useLoaded(id, () => actions.qrOf(id));
  if (!rows) return null;
  const side = rows.length + 2 * quiet;
  return (
    <figure className="qr-picture">
      <svg role="img" aria-label={t('books.verify.qr')} viewBox={`0 0 ${side} ${side}`}>
        <rect width={side} height={side} fill="#fff" />
        <path d={pathOf(rows)} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <figcaption className="hint">{t('books.verify.qrHint')}</figcaption>
    </figure>
  );
};

type Props = { readonly page: PageSummary; readonly invoice: Invoice };

/** The inputs for the tax authority's verification platform, and its result. Loaded when the card is opened. */
export const VerificationBody = ({ page, invoice }: Props) => {
  const { t, language } = useTexts();
  const inputs = verificationInputs(invoice);
  const bar = verificationBar(invoice, today());
  return (
    <div className="verification-body">
      {bar && <p className="warning">{verificationObstacles[bar][language]}</p>}
      {inputs ? <Inputs invoice={invoice} /> : <p className="muted">{t('books.verify.kindUnknown')}</p>}
      <p className="verification-open">
        {/* The host asks first, and opens only this address. */}
        <a className="button" href={verificationPlatform} target="_blank" rel="noreferrer">
          {t('books.verify.open')}
        </a>
        <span className="hint">{t('books.verify.openHint')}</span>
      </p>
      <QrPicture key={JSON.stringify(inputs)} id={page.id} />
      <VerificationResultForm page={page} />
    </div>
  );
};

/** The inputs in the order of the platform's form. One key copies the next input. */
const Inputs = ({ invoice }: Pick<Props, 'invoice'>) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const inputs = verificationInputs(invoice) ?? [];
  const [copied, setCopied] = useState(-1);
  const copy = async (index: number): Promise<void> => {
    const value = inputs[index]?.value;
    if (value === null || value === undefined) return;
    if (await actions.copy(value)) setCopied(index);
  };
  /** Skips inputs without a value. After the last input, the first one follows. */
  const next = (): number => {
    const ahead = [...inputs.keys()].map((step) => (copied + 1 + step) % inputs.length);
    return ahead.find((index) => typeof inputs[index]?.value === 'string') ?? -1;
  };
  usePlacedActions({ copyNext: next() === -1 ? null : () => void copy(next()) });
  const last = inputs[copied];
  return (
    <>
      <dl className="verification-inputs" aria-label={t('books.verify.inputs')}>
        {inputs.map(({ id, label, value }, index) => (
          <div key={id} className={index === copied ? 'copied' : ''}>
            <dt>{label[language]}</dt>
            <dd>
              <span className="selectable">
                {value ?? <span className="tone-warn">{t('books.verify.missing')}</span>}
              </span>
              {value !== null && (
                <IconButton
                  small
                  icon="copy"
                  label={t('books.verify.copy', { name: label[language] })}
                  onPress={() => void copy(index)}
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="verification-open">
        <ActionButton id="copyNext" />
        <span role="status" className="hint">
          {last &&
            t('books.verify.copied', {
              name: last.label[language],
              place: copied + 1,
              count: inputs.length,
            })}
        </span>
      </p>
    </>
  );
};
