import type { VoucherTrial } from '../../../shared/contract/books-commands.ts';
import { voucherName } from '../../../shared/books/books-state.ts';
import type { VoucherRule } from '../../../shared/books/voucher-rules.ts';
import { centsOf, decimalOf } from '../../../shared/invoice/money.ts';
import { joinItems } from '../../../shared/texts/phrases.ts';
import { formatAmount, formatDate } from '../../../shared/texts/format.ts';
import type { Language } from '../../../shared/language.ts';
import { voucherReasonTexts } from '../../../shared/texts/books.ts';
import { bookedHowTexts, deductionTexts } from '../../../shared/texts/books-reasons.ts';
import { Button } from '../../ui/button.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';

/** Further vouchers are only in the file. */
const mostShown = 200;
const mostUncoded = 10;

type Props = {
  readonly trial: VoucherTrial;
  /** Adds a rule for goods that no rule matches; null if the user can't add rules. */
  readonly onPropose: ((goods: string | null, rule: VoucherRule | null) => void) | null;
};

const shownAmount = (decimal: string): string => (centsOf(decimal) === 0 ? '' : formatAmount(decimal));

const sumOf = (amounts: readonly string[]): string =>
  formatAmount(decimalOf(amounts.reduce((sum, amount) => sum + (centsOf(amount) ?? 0), 0)));

/** Why input tax is deducted or not, and what else is not as usual. */
const howText = (how: VoucherTrial['vouchers'][number]['how'], language: Language): string => {
  const notes = new Set<string>();
  for (const { sides, isAssumed, deductions } of how) {
    if (sides.length > 1) notes.add(bookedHowTexts.both[language]);
    if (isAssumed) notes.add(bookedHowTexts.assumed[language]);
    for (const { basis, rate } of deductions) {
      const computed = rate === null ? '' : ` ${String(rate)}%`;
      notes.add(`${deductionTexts[basis][language]}${computed}`);
    }
  }
  return notes.size === 0 ? '' : ` · ${[...notes].join(' · ')}`;
};

/** A preview of the vouchers, and the invoices that no voucher contains. */
export const TrialView = ({ trial, onPropose }: Props) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const { vouchers, failures, uncoded } = trial;
  return (
    <>
      {failures.length > 0 && (
        <ul className="trial-failures" aria-label={t('books.vouchers.failures')}>
          {failures.map(({ page, name, reason, line, goods, rule }) => (
            <li key={page}>
              <Button small look="quiet" onPress={() => void actions.openPage(page)}>
                {name}
              </Button>
              <span>
                {voucherReasonTexts[reason][language]}
                {line !== null && ` · ${t('books.vouchers.line', { line })}`}
                {goods !== null && ` · ${goods}`}
              </span>
              {reason === 'no-rule' && onPropose && (
                <Button small onPress={() => onPropose(goods, rule)}>
                  {t(rule ? 'books.vouchers.earlierChoice' : 'books.vouchers.addMatching', {
                    account: rule?.account.code ?? '',
                  })}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {uncoded.length > 0 && (
        <p className="warning">
          {t('books.vouchers.uncoded', {
            names:
              joinItems(uncoded.slice(0, mostUncoded), language) + (uncoded.length > mostUncoded ? '…' : ''),
          })}
        </p>
      )}
      {vouchers.length > 0 && (
        // The keyboard must reach a scrolling box.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="books-table" role="region" aria-label={t('books.vouchers.trial')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('books.vouchers.voucher')}</th>
                <th scope="col">{t('books.vouchers.columns.summary')}</th>
                <th scope="col">{t('books.vouchers.columns.account')}</th>
                <th scope="col" className="amount">
                  {t('books.vouchers.debit')}
                </th>
                <th scope="col" className="amount">
                  {t('books.vouchers.credit')}
                </th>
              </tr>
            </thead>
            {vouchers.slice(0, mostShown).map((voucher) => (
              <tbody key={`${voucher.date} ${voucherName(voucher)}`}>
                {voucher.entries.map((entry, index) => (
                  // An entry has no id.
                  // oxlint-disable-next-line react/no-array-index-key
                  <tr key={index}>
                    <td>
                      {index === 0 && `${voucherName(voucher)} · ${formatDate(voucher.date, language)}`}
                    </td>
                    <td>{entry.summary}</td>
                    <td>{`${entry.account.code} ${entry.account.name}`}</td>
                    <td className="amount">{shownAmount(entry.debit)}</td>
                    <td className="amount">{shownAmount(entry.credit)}</td>
                  </tr>
                ))}
                <tr className="sums">
                  <td colSpan={3}>
                    {t('books.vouchers.sum', { count: voucher.attachments })}
                    {howText(voucher.how, language)}
                  </td>
                  <td className="amount">{sumOf(voucher.entries.map(({ debit }) => debit))}</td>
                  <td className="amount">{sumOf(voucher.entries.map(({ credit }) => credit))}</td>
                </tr>
              </tbody>
            ))}
          </table>
        </div>
      )}
    </>
  );
};
