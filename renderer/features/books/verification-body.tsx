import { useState } from 'react';
import type { PageSummary } from '../../../shared/contract/page.ts';
import {
  verificationBar,
  verificationInputs,
  verificationPlatform,
} from '../../../shared/books/verification.ts';
import type { Invoice } from '../../../shared/invoice/model.ts';
import { verificationObstacles } from '../../../shared/texts/verification.ts';
import { usePlacedActions } from '../../state/registry.ts';
import { IconButton } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { ActionButton } from '../actions/action-button.tsx';
import { QrPicture } from './qr-picture.tsx';
import { useTools } from '../tools.ts';
import { today } from './days.ts';
import { VerificationResultForm } from './verification-result.tsx';

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
