import { useState } from 'react';
import type { CustomLayout } from '../../../shared/contract/export/exported.ts';
import type { InvoiceColumnId } from '../../../shared/contract/export/column-ids.ts';
import { invoiceColumnHeaders } from '../../../shared/contract/export/columns.ts';
import { ColumnEditor } from '../column-editor.tsx';
import { useTools } from '../tools.ts';
import { unlisted } from '../../state/list-view.ts';
import { useMeant, useShownIds } from '../../state/shown-rows.ts';
import { useApp } from '../../state/store.ts';
import { layoutTexts } from '../../../shared/texts/layouts.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segments, Select, RadioList } from '../../ui/choices.tsx';
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
import type { ExportSummary } from '../../../shared/review/export-summary.ts';
import { joinItems } from '../../../shared/texts/phrases.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import type { ExportDialogState } from '../../state/dialogs.ts';
import { FormatFields } from './format-fields.tsx';
import { pagesLeft, type ExportChoices } from '../../state/export-form.ts';

/** Names never contain a newline, so this value can't collide with a layout's name. */
const noneSaved = '\n';

/** Creates, edits, renames and deletes custom layouts. */
const LayoutsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const headerOf = (id: InvoiceColumnId) => invoiceColumnHeaders[id][language];
  const layouts = useApp((state) => state.info?.settings.exportLayouts ?? []);
  const [saved, setSaved] = useState(layouts[0]?.name ?? noneSaved);
  const [draft, setDraft] = useState<LayoutDraft>(layouts[0] ? layoutDraftOf(layouts[0]) : newLayoutDraft());
  // The list that the draft was made on.
  const [seen, setSeen] = useState(layouts);
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
    setSeen(layouts);
    edit(layout ? layoutDraftOf(layout) : newLayoutDraft());
  };
  const keep = async (exportLayouts: CustomLayout[], name: string) => {
    setSaving(true);
    const isKept = await actions.changeSettings({ exportLayouts }, { exportLayouts: seen });
    setSaving(false);
    if (!isKept) return;
    setSeen(exportLayouts);
    setSaved(name);
    setDone(name !== noneSaved);
  };
  const save = () => {
    const layout = layoutFrom(draft);
    const next = seen.some(({ name }) => name === saved)
      ? seen.map((other) => (other.name === saved ? layout : other))
      : [...seen, layout];
    void keep(next, layout.name);
  };
  /** Keeps the draft, so that a layout deleted by mistake can be saved again. */
  const remove = () =>
    void keep(
      seen.filter(({ name }) => name !== saved),
      noneSaved,
    );

  return (
    <Dialog wide title={layoutTexts.title[language]} onClose={onClose}>
      <p className="muted">{layoutTexts.text[language]}</p>
      {layouts.length > 0 && (
        <div className="layout-field">
          <Select
            label={layoutTexts.saved[language]}
            value={isSaved ? saved : noneSaved}
            options={[
              ...layouts.map(({ name }) => ({ value: name, label: name })),
              ...(isSaved ? [] : [{ value: noneSaved, label: layoutTexts.unsaved[language] }]),
            ]}
            onChange={open}
          />
          <Button icon="add" isDisabled={!isSaved} onPress={() => open(noneSaved)}>
            {layoutTexts.new[language]}
          </Button>
        </div>
      )}
      <div className="layout-head">
        <TextInput
          label={layoutTexts.name[language]}
          value={draft.name}
          onChange={(name) => edit({ ...draft, name })}
        />
        <div className="field">
          <span aria-hidden="true">{layoutTexts.rows[language]}</span>
          <Segments
            label={layoutTexts.rows[language]}
            value={draft.rows}
            options={[
              { value: 'invoice', label: layoutTexts.rowKinds.invoice[language] },
              { value: 'line', label: layoutTexts.rowKinds.line[language] },
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
            {layoutTexts.remove[language]}
          </Button>
        )}
        <span role="status" className="layout-state">
          {isDone && <span className="tone-ok">{t('settings.saved')}</span>}
          {!isDone && issue && <span className="muted">{layoutTexts.issues[issue][language]}</span>}
        </span>
        <Button onPress={onClose}>{t('app.close')}</Button>
        <Button look="primary" isDisabled={issue !== null} isPending={isSaving} onPress={save}>
          {t('settings.save')}
        </Button>
      </div>
    </Dialog>
  );
};

type LineProps = {
  readonly count: number;
  readonly tone: 'tone-error' | 'tone-warn' | 'plain';
  readonly icon: IconName;
  readonly text: string;
};

const Line = ({ count, tone, icon, text }: LineProps) =>
  count > 0 && (
    <li className={`finding ${tone}`}>
      <Icon name={icon} />
      {text}
    </li>
  );

/** The open findings of the pages to export, with counts. */
const Findings = ({ summary }: { readonly summary: ExportSummary }) => {
  const { t, language } = useTexts();
  const { failed, cancelled, waiting, unread, withErrors, withWarnings, demo } = summary;
  const isClear = failed + cancelled + waiting + withErrors + withWarnings + demo === 0;
  if (isClear)
    return (
      <p className="finding tone-ok">
        <Icon name="check" />
        {t('exports.allClear')}
      </p>
    );
  return (
    <ul className="stack">
      <Line
        count={withErrors}
        tone="tone-error"
        icon="error"
        text={t('exports.confirmErrors', { count: withErrors })}
      />
      <Line
        count={failed}
        tone="tone-error"
        icon="error"
        text={t('exports.confirmFailed', { count: failed })}
      />
      <Line
        count={cancelled}
        tone="tone-error"
        icon="error"
        text={t('exports.confirmCancelled', { count: cancelled })}
      />
      <Line
        count={waiting}
        tone="tone-error"
        icon="busy"
        text={t('exports.confirmWaiting', { count: waiting })}
      />
      {unread.length > 0 && (
        <li className="muted selectable unread-names">
          {joinItems(unread, language)}
          {cancelled + waiting > unread.length && ' …'}
        </li>
      )}
      <Line
        count={withWarnings}
        tone="tone-warn"
        icon="alert"
        text={t('exports.confirmWarnings', { count: withWarnings })}
      />
      <Line count={demo} tone="plain" icon="info" text={t('exports.confirmSandbox', { count: demo })} />
    </ul>
  );
};

type Props = {
  readonly summary: ExportSummary;
  readonly form: ExportChoices;
  readonly onChange: (form: ExportChoices) => void;
};

const choices = ['keep', 'leave-errors', 'leave-findings'] as const;

/** Asks whether to include pages with open findings. Empty if there are none. */
const UnresolvedFields = ({ summary, form, onChange }: Props) => {
  const { t } = useTexts();
  const { pages, recognized, withErrors, withWarnings } = summary;
  const offered = choices.filter((choice) => {
    if (choice === 'leave-errors') return pages - recognized + withErrors > 0;
    return choice === 'keep' || withWarnings > 0;
  });
  if (offered.length === 1) return null;
  return (
    <RadioList
      label={t('exports.pages')}
      value={form.unresolved === 'ask' ? 'keep' : form.unresolved}
      options={offered.map((value) => ({
        value,
        label: t(`exports.unresolved.${value}`),
        hint: t('exports.pageCount', { count: pagesLeft(summary, value) }),
        isDisabled: pagesLeft(summary, value) === 0,
      }))}
      onChange={(unresolved) => onChange({ ...form, unresolved })}
    />
  );
};

type ScopeProps = Pick<ExportDialogState, 'service' | 'scope' | 'ids'>;

/** Which pages are exported: all, those that list or table show, or the selected ones. Empty if they are the same. */
const ScopeField = ({ service, scope, ids }: ScopeProps) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const list = useApp((state) => state.lists[service]);
  const shown = useShownIds(service);
  const selected = useMeant(service).ids;
  const older = useApp((state) => state.older[service]);
  const isPart = shown.length < list.order.length || unlisted(list, older) > 0;
  // The chosen pages stay those of the choice, whatever changes behind the dialog.
  const parts = {
    ...(shown.length > 0 && isPart ? { shown } : {}),
    ...(selected.length > 0 ? { selected } : {}),
    ...(scope !== 'all' && ids ? { [scope]: ids } : {}),
  };
  const all = { value: 'all', label: t('exports.scope.all') } as const;
  const offered = (['shown', 'selected'] as const).flatMap((value) => {
    const pages = parts[value];
    return pages ? [{ value, label: t(`exports.scope.${value}`, { count: pages.length }) }] : [];
  });
  if (offered.length === 0) return null;
  return (
    <Segments
      label={t('exports.scope.label')}
      value={scope}
      options={[all, ...offered]}
      onChange={(next) =>
        void actions.openExport(service, next, next === 'all' ? null : (parts[next] ?? null))
      }
    />
  );
};

/** Asks what to export, shows open findings and asks whether to include them. */
export const ExportDialog = ({
  service,
  scope,
  ids,
  form: first,
  summary,
  isQuestion,
}: ExportDialogState) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const isExporting = useApp((state) => state.isExporting);
  const [form, setForm] = useState<ExportChoices>(first);
  const [layoutsOpen, setLayoutsOpen] = useState(false);
  const count = summary && pagesLeft(summary, form.unresolved);
  const isAnyway = isQuestion && form.unresolved === 'keep';

  const action = () => {
    if (isExporting) return t('exports.underWay');
    if (isAnyway) return t('exports.anyway');
    return count === null ? t('exports.export') : t('exports.exportCount', { count });
  };

  return (
    <Dialog
      title={t(isQuestion ? 'exports.confirmTitle' : 'exports.title')}
      role={isQuestion ? 'alertdialog' : 'dialog'}
      onClose={actions.closeDialog}
    >
      {isQuestion && summary && <Findings summary={summary} />}
      {isQuestion && <p className="muted">{t('exports.confirmText')}</p>}
      {!isQuestion && <ScopeField service={service} scope={scope} ids={ids} />}
      <FormatFields
        service={service}
        form={form}
        onChange={setForm}
        onEditLayouts={() => setLayoutsOpen(true)}
      />
      {!isQuestion && (
        <div role="status">
          {summary ? <Findings summary={summary} /> : <p className="muted">{t('exports.counting')}</p>}
        </div>
      )}
      {summary && <UnresolvedFields summary={summary} form={form} onChange={setForm} />}
      <div className="dialog-actions">
        <Button onPress={actions.closeDialog}>{t('app.cancel')}</Button>
        <Button
          look="primary"
          autoFocus
          isDisabled={count === 0}
          isPending={isExporting}
          onPress={() => void actions.exportPages(service, language, form, ids)}
        >
          {action()}
        </Button>
      </div>
      {layoutsOpen && <LayoutsDialog onClose={() => setLayoutsOpen(false)} />}
    </Dialog>
  );
};
