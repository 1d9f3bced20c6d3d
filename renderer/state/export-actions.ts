import type { CommandInput } from '../../shared/contract/commands.ts';
import type { Exported } from '../../shared/contract/export/exported.ts';
import type { Language } from '../../shared/language.ts';
import { success } from '../../shared/result.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { HostConnection } from './host.ts';
import { settle } from './settle.ts';
import { finishExport } from './finish-export.ts';
import { useApp, writeApp as change } from './store.ts';
import type { ExportScope } from './dialogs.ts';
import { directExport, layoutOf, type ExportChoices } from './export-form.ts';

const { getState: app } = useApp;

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
    form: ExportChoices,
    exported: Exported,
    ids: readonly PageId[] | null = null,
  ): Promise<void> => {
    if (exported.kind !== 'undecided') {
      await finishExport(host, exported);
      return;
    }
    const asked: ExportChoices = { ...form, unresolved: 'keep' };
    const { summary } = exported;
    const scope = ids === null ? 'all' : 'shown';
    change({ dialog: { kind: 'export', service, scope, ids, form: asked, summary, isQuestion: true } });
  };

  return {
    /**
     * Writes an export, or asks about unresolved issues. The choice becomes the default for the next export.
     */
    exportPages: (
      service: ServiceId,
      language: Language,
      form: ExportChoices,
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

    /** Attaches the workbook to the dragging pointer; null if this host can't. */
    dragWorkbook:
      host.dragExport &&
      (async (service: ServiceId, language: Language): Promise<void> => {
        const form = directExport('xlsx', app().exportForm);
        const exported = settle((await host.dragExport?.({ service, language, ...form })) ?? success(null));
        if (exported) await finish(service, form, exported);
      }),

    /** Writes pictures of photos and their faces; false if nothing was written. */
    exportFacePictures: async (input: CommandInput<'faces.exportPictures'>): Promise<boolean> => {
      const exported = settle(await host.invoke('faces.exportPictures', input));
      if (exported) await finish('face-detect', app().exportForm, exported);
      return exported !== null && exported.kind !== 'cancelled';
    },

    /**
     * Opens the export dialog for some pages, or for all. It shows the unresolved issues once they are counted. If it
     * is open already, only its pages change.
     */
    openExport: async (
      service: ServiceId,
      scope: ExportScope,
      ids: readonly PageId[] | null,
    ): Promise<void> => {
      const form: ExportChoices = { ...app().exportForm, unresolved: 'keep' };
      change({ dialog: { kind: 'export', service, scope, ids, form, summary: null, isQuestion: false } });
      const summary = settle(
        await host.invoke('pages.summarizeExport', { service, ...(ids ? { ids: [...ids] } : {}) }),
      );
      change(({ dialog }) =>
        dialog?.kind === 'export' &&
        dialog.service === service &&
        dialog.ids === ids &&
        dialog.summary === null
          ? { dialog: summary && { ...dialog, summary } }
          : {},
      );
    },

    /** Writes the totals that are shown as a table. */
    exportTotals: (input: CommandInput<'history.exportTotals'>): Promise<void> =>
      underWay(async () => {
        const exported = settle(await host.invoke('history.exportTotals', input));
        if (exported) await finish('vat-invoice', app().exportForm, exported);
      }),

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
