import type { Language } from '../../shared/language.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { annotatedNames } from '../export/annotated-names.ts';
import { startExportThread } from '../export/export-thread.ts';
import type { PictureStore } from '../store/port.ts';
import { drawnPages, partName } from '../export/drawn-pages.ts';
import type { ChosenPage } from './export-pages.ts';

export type AnnotatedPicture = { readonly name: string; readonly bytes: Uint8Array; readonly id: PageId };

/** Removes characters that Windows forbids in file names, and avoids its device names. */
const plainName = (name: string): string => {
  const plain = name.replace(/[<>:"/\\|?*\p{Cc}]/gu, '_');
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu.test(plain) ? `_${plain}` : plain;
};

/**
 * Pictures of recognized pages with the extracted data drawn over them, one after the other. Leaves out what
 * can't be drawn.
 */
export const annotatedPictures = async function* (
  chosen: readonly ChosenPage[],
  pictures: Pick<PictureStore, 'get'>,
  language: Language,
): AsyncGenerator<AnnotatedPicture> {
  const names = annotatedNames(
    chosen.map(({ row }) => ({ source: plainName(row.name), page: row.page, pageCount: row.pageCount })),
  );
  const thread = startExportThread();
  try {
    for (const [index, { row, page }] of chosen.entries()) {
      const name = names[index];
      if (name === undefined) continue;
      for (const [part, shown] of drawnPages(page).entries()) {
        if (!shown.sent || shown.failure || shown.waiting) continue;
        const { sha256, encoding, bytes } = shown.sent;
        const picture = await pictures.get(sha256, encoding, bytes);
        const drawn = picture && (await thread.annotate(picture, shown, language));
        if (drawn) yield { name: partName(name, part), bytes: drawn, id: row.id };
      }
    }
  } finally {
    await thread.close();
  }
};
