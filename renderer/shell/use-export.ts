import type { Key } from 'react-aria-components';
import { exportFormats, type ExportFormat } from '../../shared/contract/export/choice.ts';
import { atOnce } from '../state/export-form.ts';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { useTools } from '../features/tools.ts';
import { useApp } from '../state/store.ts';

/** Exports of the shown workspace: directly, or through the dialog. */
export const useExport = () => {
  const { language } = useTexts();
  const { actions } = useTools();
  const service = useApp((state) => state.workspace);
  const isPossible = useApp((state) => state.lists[state.workspace].order.length > 0 && !state.isExporting);

  /** Uses Vouch's own layout; the dialog offers the others. */
  const write = (format: ExportFormat): void => {
    void actions.exportPages(service, language, atOnce(format, useApp.getState().exportForm));
  };

  return {
    service,
    isPossible,
    write,
    writeByKey: (key: Key): void => {
      const format = exportFormats.find((known) => known === key);
      if (format) write(format);
      else void actions.openExport(service);
    },
  };
};
