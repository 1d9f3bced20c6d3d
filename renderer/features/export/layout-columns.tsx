import { useRef, useState, type KeyboardEvent } from 'react';
import { Input } from 'react-aria-components';
import {
  invoiceColumnHeaders,
  isInvoiceColumnId,
  type InvoiceColumnId,
} from '../../../shared/contract/export/columns.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { columnsToAdd, withMoved, type LayoutDraft } from './layout-draft.ts';

type Props = { readonly draft: LayoutDraft; readonly onChange: (draft: LayoutDraft) => void };

const none = '';
const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** The columns in order, each with its header. Buttons or Alt with an arrow key move them. */
export const LayoutColumns = ({ draft, onChange }: Props) => {
  const { t, language } = useTexts();
  const [status, setStatus] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const labelOf = (id: InvoiceColumnId) => invoiceColumnHeaders[id][language];
  const { columns } = draft;

  const move = (from: number, step: number) => {
    const next = withMoved(draft, from, from + step);
    const moved = columns[from];
    if (next === draft || !moved) return;
    onChange(next);
    setStatus(
      t('layouts.moved', { name: labelOf(moved.column), place: from + step + 1, count: columns.length }),
    );
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = event.altKey ? steps[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    move(index, step);
  };
  const rename = (index: number, header: string) =>
    onChange({
      ...draft,
      columns: columns.with(index, { column: columns[index]?.column ?? 'number', header }),
    });
  const remove = (index: number) => {
    onChange({ ...draft, columns: columns.toSpliced(index, 1) });
    // Removing a row also removes its focused button: the next row gets the focus.
    const rows = list.current?.querySelectorAll('input') ?? [];
    (rows[index + 1] ?? rows[index - 1])?.focus();
  };
  const addable = columnsToAdd(draft);

  return (
    <section className="field" aria-label={t('layouts.columns')}>
      <span className="label-row">
        <span>{t('layouts.columns')}</span>
        <span className="hint">{t('layouts.columnsHint')}</span>
      </span>
      <ol className="layout-columns" ref={list}>
        {columns.map(({ column, header }, index) => {
          const name = labelOf(column);
          return (
            <li key={column} className="layout-column">
              <span className="hint">{index + 1}</span>
              <span className="cut" title={name}>
                {name}
              </span>
              <Input
                className="input"
                aria-label={t('layouts.header', { name })}
                placeholder={name}
                maxLength={120}
                spellCheck={false}
                value={header}
                onChange={({ currentTarget }) => rename(index, currentTarget.value)}
                onKeyDown={(event) => onKeyDown(event, index)}
              />
              <span className="layout-buttons">
                <IconButton
                  small
                  icon="up"
                  label={t('layouts.up', { name })}
                  isDisabled={index === 0}
                  onPress={() => move(index, -1)}
                />
                <IconButton
                  small
                  icon="chevron"
                  label={t('layouts.down', { name })}
                  isDisabled={index === columns.length - 1}
                  onPress={() => move(index, 1)}
                />
                <IconButton
                  small
                  icon="remove"
                  label={t('layouts.removeColumn', { name })}
                  onPress={() => remove(index)}
                />
              </span>
            </li>
          );
        })}
      </ol>
      {addable.length > 0 && (
        <Select
          label={t('layouts.add')}
          value={none}
          options={[
            { value: none, label: t('layouts.choose') },
            ...addable.map((id) => ({ value: id, label: labelOf(id) })),
          ]}
          onChange={(id) => {
            if (isInvoiceColumnId(id))
              onChange({ ...draft, columns: [...columns, { column: id, header: '' }] });
          }}
        />
      )}
      <span role="status" className="hidden-text">
        {status}
      </span>
    </section>
  );
};
