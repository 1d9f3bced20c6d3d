import { useState } from 'react';
import type { CustomLayout } from '../../../shared/contract/export/layout.ts';
import { invoiceColumnHeaders, type InvoiceColumnId } from '../../../shared/contract/export/columns.ts';
import { ColumnEditor } from '../column-editor.tsx';
import { useTools } from '../tools.ts';
import { useApp } from '../../state/store.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import {
  columnsToAdd,
  layoutDraftOf,
  issueOf,
  layoutFrom,
  newLayoutDraft,
  withRows,
  type LayoutDraft,
} from './layout-draft.ts';

/** Names never contain a newline, so this value can't collide with a layout's name. */
const noneSaved = '\n';

/** Creates, edits, renames and deletes custom layouts. */
export const LayoutsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const headerOf = (id: InvoiceColumnId) => invoiceColumnHeaders[id][language];
  const layouts = useApp((state) => state.info?.settings.exportLayouts ?? []);
  const [saved, setSaved] = useState(layouts[0]?.name ?? noneSaved);
  const [draft, setDraft] = useState<LayoutDraft>(layouts[0] ? layoutDraftOf(layouts[0]) : newLayoutDraft());
  const [isDone, setDone] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const others = layouts.map(({ name }) => name).filter((name) => name !== saved);
  // During a save, the draft's own name is briefly among the others, which is not an issue.
  const issue = isSaving ? null : issueOf(draft, others);
  const isSaved = layouts.some(({ name }) => name === saved);

  const edit = (next: LayoutDraft) => {
    setDraft(next);
    setDone(false);
  };
  const open = (name: string) => {
    const layout = layouts.find((candidate) => candidate.name === name);
    setSaved(layout?.name ?? noneSaved);
    edit(layout ? layoutDraftOf(layout) : newLayoutDraft());
  };
  const keep = async (exportLayouts: CustomLayout[], name: string) => {
    setSaving(true);
    const isKept = await actions.changeSettings({ exportLayouts });
    setSaving(false);
    if (!isKept) return;
    setSaved(name);
    setDone(name !== noneSaved);
  };
  const save = () => {
    const layout = layoutFrom(draft);
    const next = isSaved
      ? layouts.map((other) => (other.name === saved ? layout : other))
      : [...layouts, layout];
    void keep(next, layout.name);
  };
  /** Keeps the draft, so that a layout deleted by mistake can be saved again. */
  const remove = () =>
    void keep(
      layouts.filter(({ name }) => name !== saved),
      noneSaved,
    );

  return (
    <Dialog wide title={t('layouts.title')} onClose={onClose}>
      <p className="muted">{t('layouts.text')}</p>
      {layouts.length > 0 && (
        <div className="layout-field">
          <Select
            label={t('layouts.saved')}
            value={isSaved ? saved : noneSaved}
            options={[
              ...layouts.map(({ name }) => ({ value: name, label: name })),
              ...(isSaved ? [] : [{ value: noneSaved, label: t('layouts.unsaved') }]),
            ]}
            onChange={open}
          />
          <Button icon="add" isDisabled={!isSaved} onPress={() => open(noneSaved)}>
            {t('layouts.new')}
          </Button>
        </div>
      )}
      <div className="layout-head">
        <TextInput
          label={t('layouts.name')}
          value={draft.name}
          onChange={(name) => edit({ ...draft, name })}
        />
        <div className="field">
          <span aria-hidden="true">{t('layouts.rows')}</span>
          <Segments
            label={t('layouts.rows')}
            value={draft.rows}
            options={[
              { value: 'invoice', label: t('layouts.rowKinds.invoice') },
              { value: 'line', label: t('layouts.rowKinds.line') },
            ]}
            onChange={(rows) => edit(withRows(draft, rows))}
          />
        </div>
      </div>
      <ColumnEditor
        columns={draft.columns}
        addable={columnsToAdd(draft)}
        nameOf={headerOf}
        defaultHeaderOf={headerOf}
        mostCharacters={120}
        onChange={(columns) => edit({ ...draft, columns })}
      />
      <div className="dialog-actions">
        {isSaved && (
          <Button look="danger" onPress={remove}>
            {t('layouts.remove')}
          </Button>
        )}
        <span role="status" className="layout-state">
          {isDone && <span className="tone-ok">{t('settings.saved')}</span>}
          {!isDone && issue && <span className="muted">{t(`layouts.issues.${issue}`)}</span>}
        </span>
        <Button onPress={onClose}>{t('app.close')}</Button>
        <Button look="primary" isDisabled={issue !== null} isPending={isSaving} onPress={save}>
          {t('settings.save')}
        </Button>
      </div>
    </Dialog>
  );
};
