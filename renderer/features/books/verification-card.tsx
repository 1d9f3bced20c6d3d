import { lazy, Suspense, useState } from 'react';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { voucherName } from '../../../shared/books/books-state.ts';
import type { Invoice } from '../../../shared/invoice/model.ts';
import { verificationResultNames } from '../../../shared/texts/verification.ts';
import { formatDate, formatDay } from '../../../shared/texts/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';

const VerificationBody = lazy(async () => {
  const { VerificationBody: component } = await import('./verification-body.tsx');
  return { default: component };
});

type Props = { readonly page: PageSummary; readonly invoice: Invoice };

/** The state of the invoice in the books, in one line. */
const useStateLine = ({ books }: PageSummary): string => {
  const { t, language } = useTexts();
  const { verification, booking, archivedAt, printedAt } = books;
  const parts = [
    verification
      ? t('books.verify.stated', {
          result: verificationResultNames[verification.result][language],
          day: formatDate(verification.day, language),
        })
      : t('books.verify.notVerified'),
    booking &&
      t('books.state.booked', {
        voucher: voucherName(booking),
        day: formatDate(booking.date, language),
        period: booking.period,
      }),
    printedAt && t('books.state.printed', { day: formatDay(printedAt, language) }),
    archivedAt && t('books.state.archived', { day: formatDay(archivedAt, language) }),
  ];
  return parts.filter((part) => part !== null && part !== '').join(' · ');
};

/** Whether the tax authority verified the invoice, in one line. The inputs for verifying it are shown on demand. */
export const VerificationCard = ({ page, invoice }: Props) => {
  const { t } = useTexts();
  const line = useStateLine(page);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="field-group verification"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <h3>{t('books.verify.title')}</h3>
        <span className={page.books.verification ? 'muted' : 'tone-warn'}>{line}</span>
        <Icon name="chevron" />
      </summary>
      {isOpen && (
        <Suspense>
          <VerificationBody key={page.id} page={page} invoice={invoice} />
        </Suspense>
      )}
    </details>
  );
};
