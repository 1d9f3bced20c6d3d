import type { VoucherRules } from '../../../shared/books/voucher-rules.ts';
import { isIsoDate } from '../../../shared/invoice/dates.ts';
import { Segments } from '../../ui/segments.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { ForAdministrators } from '../office/for-administrators.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';

type Props = { readonly options: VoucherRules; readonly onChange: (options: VoucherRules) => void };

const accounts = ['inputTax', 'outputTax', 'payable', 'receivable'] as const;

/** Options of all vouchers: type, numbers, date, and the accounts for taxes and debts. */
export const VoucherOptions = ({ options, onChange }: Props) => {
  const { t } = useTexts();
  const { date: _, ...undated } = options;
  return (
    <>
      <div className="voucher-options">
        <Segments
          label={t('books.vouchers.per')}
          value={options.per}
          options={[
            { value: 'invoice', label: t('books.vouchers.perInvoice') },
            { value: 'batch', label: t('books.vouchers.perBatch') },
          ]}
          onChange={(per) => onChange({ ...options, per })}
        />
        <TextInput
          label={t('books.vouchers.word')}
          value={options.word}
          onChange={(word) => onChange({ ...options, word })}
        />
        <TextInput
          label={t('books.vouchers.firstNumber')}
          value={String(options.firstNumber)}
          onChange={(typed) => onChange({ ...options, firstNumber: Number(typed.replace(/\D/g, '')) })}
        />
        <DateInput
          label={t('books.vouchers.date')}
          value={options.date ?? ''}
          onChange={(date) => onChange(isIsoDate(date) ? { ...undated, date } : undated)}
        />
        <TextInput
          label={t('books.vouchers.preparer')}
          value={options.preparer}
          onChange={(preparer) => onChange({ ...options, preparer })}
        />
      </div>
      <details className="voucher-accounts">
        <summary>{t('books.vouchers.accounts')}</summary>
        <ForAdministrators>
          <div className="voucher-options">
            {accounts.map((name) => (
              <TextInput
                key={name}
                label={t(`books.vouchers.account.${name}`)}
                note={options.accounts[name].name}
                value={options.accounts[name].code}
                onChange={(code) =>
                  onChange({ ...options, accounts: { ...options.accounts, [name]: { code, name: '' } } })
                }
              />
            ))}
          </div>
        </ForAdministrators>
      </details>
    </>
  );
};
