import { useId, useMemo, useState } from 'react';
import { mostCells } from '../../../shared/contract/batch-commands.ts';
import { kinds } from '../../../shared/invoice/kind.ts';
import type { FieldPath } from '../../../shared/invoice/model.ts';
import type { Language } from '../../../shared/language.ts';
import { kindNames } from '../../../shared/texts/names.ts';
import {
  setAction,
  setMore,
  setSummary,
  setTitle,
  setTooMuch,
  setValuesTexts,
} from '../../../shared/texts/table.ts';
import type { ValuesToSet } from '../../state/dialogs.ts';
import { useApp } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { NativeSelectField } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';
import {
  cellsOf,
  knownCompanies,
  planToSet,
  settable,
  settableIds,
  settableOf,
  type Preview,
  type Settable,
  type TextsToSet,
} from './set-values.ts';

/** More invoices than these are only counted. */
const mostShown = 6;

const shownValue = (field: FieldPath, value: string, language: Language): string => {
  if (value === '') return setValuesTexts.empty[language];
  return field === 'kind' ? (kindNames[value]?.[language] ?? value) : value;
};

/** Sets values of several invoices as one step, and shows before what changes. */
export const SetValuesDialog = ({ service, ids, field }: ValuesToSet) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const list = useApp((state) => state.lists[service]);
  const own = useApp((state) => state.info?.settings.ownCompanies);
  const [what, setWhat] = useState<Settable>(settableOf(field) ?? 'seller');
  const [typed, setTyped] = useState<TextsToSet>({});
  // A choice by keys must not move the focus.
  const [hasChosen, setHasChosen] = useState(false);
  const pages = useMemo(() => ids.flatMap((id) => list.byId.get(id) ?? []), [ids, list]);
  const known = useMemo(() => knownCompanies(list.byId.values(), own ?? []), [list, own]);
  const texts = useMemo(() => withKnownId(what, typed, known), [what, typed, known]);
  const plan = useMemo(() => planToSet(pages, texts), [pages, texts]);
  const type = (path: FieldPath, text: string): void => setTyped((before) => ({ ...before, [path]: text }));
  const cells = useMemo(() => cellsOf(plan.changes), [plan]);
  const isTooMuch = cells.length > mostCells;
  const [isSaving, setSaving] = useState(false);
  /** What was typed stays if it could not be saved. */
  const save = async (): Promise<void> => {
    setSaving(true);
    const unsaved = await actions.correctCells(service, () => ({ values: cells }));
    setSaving(false);
    if (unsaved.length === 0) actions.closeDialog();
  };
  return (
    <Dialog title={setTitle(pages.length, language)} onClose={actions.closeDialog}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (cells.length > 0 && !isTooMuch && !isSaving) void save();
        }}
      >
        <NativeSelectField
          label={setValuesTexts.what[language]}
          value={what}
          options={settableIds.map((id) => ({ value: id, label: setValuesTexts.settable[id][language] }))}
          onChange={(next) => {
            setWhat(next);
            setHasChosen(true);
            setTyped({});
          }}
        />
        <Fields
          what={what}
          texts={texts}
          companies={[...known.keys()]}
          first={field}
          isFocusing={!hasChosen}
          onType={type}
        />
        {plan.refused && (
          <p className="tone-error" role="alert">
            {plan.refused[language]}
          </p>
        )}
        {isTooMuch && (
          <p className="tone-error" role="alert">
            {setTooMuch(Math.floor((mostCells / cells.length) * plan.changes.length), language)}
          </p>
        )}
        <Changes changes={plan.changes} />
        <p className="muted" role="status">
          {plan.changes.length === 0 && Object.values(texts).every(isEmpty)
            ? setValuesTexts.nothing[language]
            : setSummary({ ...plan, changes: plan.changes.length }, language)}
        </p>
        <div className="dialog-actions">
          <Button onPress={actions.closeDialog}>{t('app.cancel')}</Button>
          <Button
            look="primary"
            type="submit"
            isDisabled={cells.length === 0 || isTooMuch}
            isPending={isSaving}
          >
            {setAction(plan.changes.length, language)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};

const isEmpty = (text: string | undefined): boolean => (text ?? '').trim() === '';

/** A company that is known by its name brings its taxpayer ID, until another one is typed. */
const withKnownId = (what: Settable, typed: TextsToSet, known: ReadonlyMap<string, string>): TextsToSet => {
  if (what !== 'seller' && what !== 'buyer') return typed;
  const [name, taxId] = settable[what];
  const found = known.get(typed[name]?.trim() ?? '') ?? '';
  return typed[taxId] === undefined && found !== '' ? { ...typed, [taxId]: found } : typed;
};

type FieldsProps = {
  readonly what: Settable;
  readonly texts: TextsToSet;
  readonly companies: readonly string[];
  /** The field that gets the focus; null for the first one. */
  readonly first: FieldPath | null;
  readonly isFocusing: boolean;
  readonly onType: (path: FieldPath, text: string) => void;
};

const mostCompanies = 200;

const Fields = ({ what, texts, companies, first, isFocusing, onType }: FieldsProps) => {
  const { language } = useTexts();
  const listId = useId();
  if (what === 'kind')
    return (
      <NativeSelectField
        label={setValuesTexts.value[language]}
        value={texts['kind'] ?? ''}
        options={[
          { value: '', label: setValuesTexts.unchanged[language] },
          ...kinds.map((kind) => ({ value: kind, label: kindNames[kind]?.[language] ?? kind })),
        ]}
        onChange={(kind) => onType('kind', kind)}
      />
    );
  const paths: readonly FieldPath[] = settable[what];
  const focused = isFocusing ? (paths.find((path) => path === first) ?? paths[0]) : null;
  const labelOf = (path: FieldPath): string => {
    if (paths.length === 1) return setValuesTexts.value[language];
    return setValuesTexts[path.endsWith('.name') ? 'name' : 'taxId'][language];
  };
  return (
    <>
      {paths.map((path) => (
        <label key={path} className="field">
          <span>{labelOf(path)}</span>
          <input
            // The dialog was opened to type in it.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={path === focused}
            className="input"
            aria-label={labelOf(path)}
            placeholder={setValuesTexts.unchanged[language]}
            autoComplete="off"
            spellCheck={false}
            list={path.endsWith('.name') ? listId : undefined}
            value={texts[path] ?? ''}
            onChange={({ currentTarget }) => onType(path, currentTarget.value)}
          />
        </label>
      ))}
      <datalist id={listId}>
        {companies.slice(0, mostCompanies).map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
};

const Changes = ({ changes }: { readonly changes: readonly Preview[] }) => {
  const { language } = useTexts();
  if (changes.length === 0) return null;
  return (
    <ul className="set-preview">
      {changes.slice(0, mostShown).map(({ page, values }) => (
        <li key={page.id}>
          <span className="cut">{page.headline.number ?? page.name}</span>
          {values.map(({ field, was, value }) => (
            <span key={field} className="cut" title={shownValue(field, was, language)}>
              <del>{shownValue(field, was, language)}</del> → <ins>{shownValue(field, value, language)}</ins>
            </span>
          ))}
        </li>
      ))}
      {changes.length > mostShown && (
        <li className="muted">{setMore(changes.length - mostShown, language)}</li>
      )}
    </ul>
  );
};
