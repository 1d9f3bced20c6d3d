import { useState } from 'react';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { verificationResults, type VerificationResult } from '../../../shared/books/verification.ts';
import { isIsoDate } from '../../../shared/invoice/dates.ts';
import { verificationResultNames } from '../../../shared/texts/verification.ts';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Select } from '../../ui/select.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';
import { today } from './days.ts';

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The platform's result with its time, and the saved copy of the result. */
export const VerificationResultForm = ({ page }: { readonly page: PageSummary }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const kept = page.books.verification;
  const [result, setResult] = useState<VerificationResult>(kept?.result ?? 'consistent');
  const [day, setDay] = useState(kept?.day ?? today());
  const isDay = isIsoDate(day) && day <= today();
  const attachment = kept?.attachment;
  return (
    <div className="verification-result">
      <Select
        label={t('books.verify.result')}
        value={result}
        options={verificationResults.map((value) => ({
          value,
          label: capitalized(verificationResultNames[value][language]),
        }))}
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
          isDisabled={!isDay || (kept?.result === result && kept.day === day)}
          onPress={() => void actions.verify(page.id, { result, day })}
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
      {isDay && (
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
