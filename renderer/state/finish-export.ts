import type { Exported } from '../../shared/contract/export/exported.ts';
import type { Bilingual } from '../../shared/language.ts';
import { noticesEn } from '../../shared/texts/notices-en.ts';
import { noticesZh } from '../../shared/texts/notices-zh.ts';
import { filledText } from './filled-text.ts';
import type { HostConnection } from './host.ts';
import { afterDone, writeApp as change } from './store.ts';

const filled = (
  key: 'saved' | 'downloaded' | 'printed' | 'leftOut' | 'uncovered' | 'smaller',
  values: Readonly<Record<string, string | number>>,
): Bilingual => filledText({ zh: noticesZh.exports[key], en: noticesEn.exports[key] }, values);

const joined = (one: Bilingual, other: Bilingual): Bilingual => ({
  zh: `${one.zh}${other.zh}`,
  en: `${one.en}${other.en}`,
});

/** The message after an export: the target, the number of pages left out, and of faces not covered. */
const doneText = (
  done: Bilingual,
  {
    leftOut,
    uncovered = 0,
    smaller = 0,
  }: { readonly leftOut: number; readonly uncovered?: number; readonly smaller?: number },
): Bilingual => {
  const counts = { leftOut, uncovered, smaller };
  return (['leftOut', 'uncovered', 'smaller'] as const).reduce(
    (text, key) => (counts[key] === 0 ? text : joined(text, filled(key, { count: counts[key] }))),
    done,
  );
};

/** Reports the path of an export, hands over a download, or asks about a blocking file. The dialog closes. */
export const finishExport = async (
  host: Pick<HostConnection, 'saveDownload'>,
  exported: Exclude<Exported, { kind: 'undecided' }> | { readonly kind: 'printed' },
): Promise<void> => {
  switch (exported.kind) {
    case 'cancelled':
      return;
    case 'blocked':
      change({ dialog: { kind: 'blocked', blocked: exported } });
      return;
    case 'printed':
      change({ dialog: null });
      change((state) => afterDone(state, filled('printed', {})));
      return;
    case 'saved':
      change({ dialog: null });
      change((state) => afterDone(state, doneText(filled('saved', { path: exported.path }), exported)));
      return;
    case 'download':
      change({ dialog: null });
      if (!(await host.saveDownload(exported.id, exported.name))) return;
      change((state) => afterDone(state, doneText(filled('downloaded', { name: exported.name }), exported)));
      return;
    default:
      exported satisfies never;
  }
};
