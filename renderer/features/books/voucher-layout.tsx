import { voucherColumnIds, type VoucherColumn } from '../../../shared/books/voucher-layout.ts';
import { voucherColumnNames } from '../../../shared/texts/voucher-columns.ts';
import { IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';

type Props = {
  readonly columns: readonly VoucherColumn[];
  readonly onChange: (columns: readonly VoucherColumn[]) => void;
};

/** The columns of a custom layout in order, each with its header. */
export const VoucherLayout = ({ columns, onChange }: Props) => {
  const { t, language } = useTexts();
  const addable = voucherColumnIds.filter((id) => !columns.some(({ column }) => column === id));
  return (
    <section className="field" aria-label={t('books.vouchers.layout')}>
      <ol className="layout-columns">
        {columns.map(({ column, header }, index) => {
          const name = voucherColumnNames[column][language];
          return (
            <li key={column} className="layout-column">
              <span className="hint">{index + 1}</span>
              <span className="cut">{name}</span>
              <input
                className="input"
                aria-label={t('layouts.header', { name })}
                placeholder={voucherColumnNames[column].zh}
                maxLength={60}
                value={header}
                onChange={({ currentTarget }) =>
                  onChange(columns.with(index, { column, header: currentTarget.value }))
                }
              />
              <span className="layout-buttons">
                <IconButton
                  small
                  icon="up"
                  label={t('layouts.up', { name })}
                  isDisabled={index === 0}
                  onPress={() =>
                    onChange(columns.toSpliced(index, 1).toSpliced(index - 1, 0, { column, header }))
                  }
                />
                <IconButton
                  small
                  icon="remove"
                  label={t('layouts.removeColumn', { name })}
                  onPress={() => onChange(columns.toSpliced(index, 1))}
                />
              </span>
            </li>
          );
        })}
      </ol>
      {addable.length > 0 && (
        <Select
          label={t('layouts.add')}
          value=""
          options={[
            { value: '', label: t('layouts.choose') },
            ...addable.map((id) => ({ value: id, label: voucherColumnNames[id][language] })),
          ]}
          onChange={(id) => {
            const column = addable.find((known) => known === id);
            if (column) onChange([...columns, { column, header: '' }]);
          }}
        />
      )}
    </section>
  );
};
