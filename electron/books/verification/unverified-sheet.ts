import {
  verificationBar,
  verificationInputs,
  verificationPlatform,
  type VerificationInput,
} from '../../../shared/books/verification.ts';
import type { Invoice } from '../../../shared/invoice/model.ts';
import type { Language } from '../../../shared/language.ts';
import { verificationObstacles, verificationSheetTexts } from '../../../shared/texts/verification.ts';
import { kindWord } from '../../export/page-words.ts';
import { plainSheet, plainWorkbook, sheetColumn } from '../vouchers/plain-sheet.ts';

export type UnverifiedInvoice = { readonly name: string; readonly invoice: Invoice };

const inputOf =
  (id: VerificationInput['id']) =>
  ({ invoice }: UnverifiedInvoice): string | null =>
    verificationInputs(invoice)?.find((input) => input.id === id)?.value ?? null;

/**
 * A workbook of unverified invoices with the fields of the platform's query form.
 * @param today ISO calendar date
 */
export const unverifiedToXlsx = (
  invoices: readonly UnverifiedInvoice[],
  language: Language,
  today: string,
): Buffer => {
  const texts = verificationSheetTexts[language];
  const column = sheetColumn<UnverifiedInvoice>;
  const amount = ({ invoice }: UnverifiedInvoice): string | null =>
    inputOf('net')({ name: '', invoice }) ??
    inputOf('gross')({ name: '', invoice }) ??
    inputOf('vehicle-price')({ name: '', invoice });
  const columns = [
    column(texts.kind, 'text', 24, ({ invoice }) => kindWord(invoice, language)),
    column(texts.code, 'id', 14, inputOf('code')),
    column(texts.number, 'id', 23, ({ invoice }) => invoice.number),
    column(texts.date, 'id', 10, inputOf('date')),
    column(texts.amount, 'amount', 14, amount),
    column(texts.checkCode, 'id', 10, inputOf('check-code')),
    column(texts.seller, 'text', 30, ({ invoice }) => invoice.seller.name),
    column(texts.gross, 'amount', 14, ({ invoice }) => invoice.grossTotal),
    column(texts.bar, 'text', 26, ({ invoice }) => {
      const bar = verificationBar(invoice, today);
      return bar === null ? null : verificationObstacles[bar][language];
    }),
    column(texts.file, 'text', 30, ({ name }) => name),
    column(texts.platform, 'text', 36, () => verificationPlatform),
  ];
  return plainWorkbook([plainSheet(texts.title, columns, invoices)]);
};
