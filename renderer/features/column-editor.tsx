import { useRef, useState, type KeyboardEvent } from 'react';
import { Input } from 'react-aria-components';
import { IconButton } from '../ui/button.tsx';
import { Select } from '../ui/choices.tsx';
import { layoutTexts } from '../../shared/texts/layouts.ts';
import { filledText } from '../state/filled-text.ts';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { withMoved } from './moved-item.ts';

/** A column of a custom layout. An empty header means the default one. */
type EditedColumn<Id> = { readonly column: Id; readonly header: string };

type Props<Id extends string> = {
  readonly columns: readonly EditedColumn<Id>[];
  /** Columns that can be added. */
  readonly addable: readonly Id[];
  readonly nameOf: (id: Id) => string;
  readonly defaultHeaderOf: (id: Id) => string;
  /** Maximum number of characters of a header. */
  readonly mostCharacters: number;
  readonly onChange: (columns: readonly EditedColumn<Id>[]) => void;
};

const none: string = '';
const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** The columns of a custom layout in order, each with its header. Buttons or Alt with an arrow key move them. */
export const ColumnEditor = <Id extends string>(props: Props<Id>) => {
  const { columns, addable, nameOf, defaultHeaderOf, mostCharacters, onChange } = props;
  const { language } = useTexts();
  const [status, setStatus] = useState('');
  const list = useRef<HTMLOListElement>(null);

  const move = (from: number, step: number) => {
    const next = withMoved(columns, from, from + step);
    const moved = columns[from];
    if (next === columns || !moved) return;
    onChange(next);
    setStatus(
      filledText(layoutTexts.moved, {
        name: nameOf(moved.column),
        place: from + step + 1,
        count: columns.length,
      })[language],
    );
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = event.altKey ? steps[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    move(index, step);
  };
  const remove = (index: number) => {
    onChange(columns.toSpliced(index, 1));
    // Removing a row also removes its focused button: the next row gets the focus.
    const rows = list.current?.querySelectorAll('input') ?? [];
    (rows[index + 1] ?? rows[index - 1])?.focus();
  };

  return (
    <section className="field" aria-label={layoutTexts.columns[language]}>
      <span className="label-row">
        <span>{layoutTexts.columns[language]}</span>
        <span className="hint">{layoutTexts.columnsHint[language]}</span>
      </span>
      <ol className="layout-columns" ref={list}>
        {columns.map(({ column, header }, index) => {
          const name = nameOf(column);
          return (
            <li key={column} className="layout-column">
              <span className="hint">{index + 1}</span>
              <span className="cut" title={name}>
                {name}
              </span>
              <Input
                className="input"
                aria-label={filledText(layoutTexts.header, { name })[language]}
                placeholder={defaultHeaderOf(column)}
                maxLength={mostCharacters}
                spellCheck={false}
                value={header}
                onChange={({ currentTarget }) =>
                  onChange(columns.with(index, { column, header: currentTarget.value }))
                }
                onKeyDown={(event) => onKeyDown(event, index)}
              />
              <span className="layout-buttons">
                <IconButton
                  small
                  icon="up"
                  label={filledText(layoutTexts.up, { name })[language]}
                  isDisabled={index === 0}
                  onPress={() => move(index, -1)}
                />
                <IconButton
                  small
                  icon="chevron"
                  label={filledText(layoutTexts.down, { name })[language]}
                  isDisabled={index === columns.length - 1}
                  onPress={() => move(index, 1)}
                />
                <IconButton
                  small
                  icon="remove"
                  label={filledText(layoutTexts.removeColumn, { name })[language]}
                  onPress={() => remove(index)}
                />
              </span>
            </li>
          );
        })}
      </ol>
      {addable.length > 0 && (
        <Select
          label={layoutTexts.add[language]}
          value={none}
          options={[
            { value: none, label: layoutTexts.choose[language] },
            ...addable.map((id) => ({ value: id, label: nameOf(id) })),
          ]}
          onChange={(id) => {
            const column = addable.find((known) => known === id);
            if (column) onChange([...columns, { column, header: '' }]);
          }}
        />
      )}
      <span role="status" className="hidden-text">
        {status}
      </span>
    </section>
  );
};
