import type { CommandInput, Exported } from '../../shared/contract/commands.ts';
import type { Bilingual, Language } from '../../shared/language.ts';
import { success } from '../../shared/result.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { HostConnection } from './host.ts';
import { settle } from './settle.ts';
import { afterDone, useApp, writeApp as change } from './store.ts';
import { en } from '../../shared/texts/en.ts';
import { zh } from '../../shared/texts/zh.ts';
import { atOnce, layoutOf, type ExportForm } from './export-form.ts';

const { getState: app } = useApp;

/** Fills the placeholders of one text in both languages. */
const filled = (
  key: 'saved' | 'downloaded' | 'leftOut' | 'uncovered' | 'smaller',
  values: Readonly<Record<string, string>>,
): Bilingual => {
  const fill = (language: Language) =>
    Object.entries(values).reduce(
      (text, [name, value]) => text.replace(`{{${name}}}`, () => value),
      language === 'zh' ? zh.exports[key] : en.exports[key],
    );
  return { zh: fill('zh'), en: fill('en') };
};

const joined = (one: Bilingual, other: Bilingual): Bilingual => ({
  zh: `${one.zh}${other.zh}`,
  en: `${one.en}${other.en}`,
});

/**
 * What was written, how many pages are not included, and how many faces of anonymized photos are not covered.
 */
export const doneText = (
  done: Bilingual,
  {
    leftOut,
    uncovered = 0,
    smaller = 0,
  }: { readonly leftOut: number; readonly uncovered?: number; readonly smaller?: number },
): Bilingual => {
  const counts = { leftOut, uncovered, smaller };
  return (['leftOut', 'uncovered', 'smaller'] as const).reduce(
    (text, key) => (counts[key] === 0 ? text : joined(text, filled(key, { count: String(counts[key]) }))),
    done,
  );
};

/** Runs one export at a time. */
const underWay = async (work: () => Promise<void>): Promise<void> => {
  if (app().isExporting) return;
  change({ isExporting: true });
  try {
    await work();
  } finally {
    change({ isExporting: false });
  }
};

/** The user's actions for exports. */
export const createExportActions = (host: HostConnection) => {
  const finish = async (
    service: ServiceId,
    form: ExportForm,
    exported: Exported,
    ids: readonly PageId[] | null = null,
  ): Promise<void> => {
    switch (exported.kind) {
      case 'cancelled':
        return;
      case 'undecided':
        change({
          dialog: {
            kind: 'export',
            service,
            ids,
            form: { ...form, unresolved: 'keep' },
            summary: exported.summary,
            isQuestion: true,
          },
        });
        return;
      case 'blocked':
        change({ dialog: { kind: 'blocked', blocked: exported } });
        return;
      case 'saved':
        change({ dialog: null });
        change((state) => afterDone(state, doneText(filled('saved', { path: exported.path }), exported)));
        return;
      case 'download':
        change({ dialog: null });
        if (!(await host.saveDownload(exported.id, exported.name))) return;
        change((state) =>
          afterDone(state, doneText(filled('downloaded', { name: exported.name }), exported)),
        );
        return;
      default:
        exported satisfies never;
    }
  };

  return {
    /**
     * Writes an export, or asks about unresolved issues. The choice becomes the default for the next export.
     */
    exportPages: (
      service: ServiceId,
      language: Language,
      form: ExportForm,
      ids: readonly PageId[] | null = null,
    ): Promise<void> =>
      underWay(async () => {
        const { format, encoding, points, unresolved } = form;
        const layout = layoutOf(form.layout, app().info?.settings.exportLayouts ?? []);
        change({ exportForm: { ...form, unresolved: 'ask' } });
        const exported = settle(
          await host.invoke('pages.export', {
            service,
            language,
            format,
            encoding,
            points,
            unresolved,
            layout,
            ...(ids ? { ids: [...ids] } : {}),
          }),
        );
        if (exported) await finish(service, form, exported, ids);
        // The notice with the reason is behind the dialog.
        else change({ dialog: null });
      }),

    /** Attaches the workbook to the pointer that drags it; null if this host can't. */
    dragWorkbook:
      host.dragExport &&
      (async (service: ServiceId, language: Language): Promise<void> => {
        const form = atOnce('xlsx', app().exportForm);
        const exported = settle((await host.dragExport?.({ service, language, ...form })) ?? success(null));
        if (exported) await finish(service, form, exported);
      }),

    /** Writes pictures of photos and their faces; false if nothing was written. */
    exportFacePictures: async (input: CommandInput<'faces.exportPictures'>): Promise<boolean> => {
      const exported = settle(await host.invoke('faces.exportPictures', input));
      if (exported) await finish('face-detect', app().exportForm, exported);
      return exported !== null && exported.kind !== 'cancelled';
    },

    /** Opens the export dialog. It shows the unresolved issues once they are counted. */
    openExport: async (service: ServiceId): Promise<void> => {
      const form: ExportForm = { ...app().exportForm, unresolved: 'keep' };
      change({ dialog: { kind: 'export', service, ids: null, form, summary: null, isQuestion: false } });
      const summary = settle(await host.invoke('pages.summarizeExport', { service }));
      change(({ dialog }) =>
        dialog?.kind === 'export' && dialog.service === service && dialog.summary === null
          ? { dialog: summary && { ...dialog, summary } }
          : {},
      );
    },

    /** Saves a blocked export under a free name. */
    saveBeside: (): Promise<void> =>
      underWay(async () => {
        const { dialog, exportForm, workspace } = app();
        if (dialog?.kind !== 'blocked') return;
        change({ dialog: null });
        const exported = settle(await host.invoke('pages.exportBeside', { id: dialog.blocked.id }));
        if (exported) await finish(workspace, exportForm, exported);
      }),
  };
};
