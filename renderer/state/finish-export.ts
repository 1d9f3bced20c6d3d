import type { Exported } from '../../shared/contract/export/exported.ts';
import type { Bilingual, Language } from '../../shared/language.ts';
import { noticesEn } from '../../shared/texts/notices-en.ts';
import { noticesZh } from '../../shared/texts/notices-zh.ts';
import type { HostConnection } from './host.ts';
import { afterDone, writeApp as change } from './store.ts';

/** Fills the placeholders of one text in both languages. */
const filled = (
  key: 'saved' | 'downloaded' | 'printed' | 'leftOut' | 'uncovered' | 'smaller',
  values: Readonly<Record<string, string>>,
): Bilingual => {
  const fill = (language: Language) =>
    Object.entries(values).reduce(
      (text, [name, value]) => text.replace(`{{${name}}}`, () => value),
      language === 'zh' ? noticesZh.exports[key] : noticesEn.exports[key],
    );
  return { zh: fill('zh'), en: fill('en') };
};

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
    (text, key) => (counts[key] === 0 ? text : joined(text, filled(key, { count: String(counts[key]) }))),
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
