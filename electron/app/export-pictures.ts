import type { Language } from '../../shared/language.ts';
import { drawnPages, partName } from '../export/drawn-pages.ts';
import type { ExportPage } from '../export/export-page.ts';
import { startExportThread } from '../export/export-thread.ts';
import type { PictureStore } from '../store/port.ts';

/** A page and the name of its picture. */
type NamedPage = { readonly name: string; readonly page: ExportPage };

/** `bytes` is null if the picture can't be drawn on here, although the service could read it. */
type DrawnPicture<Of> = { readonly of: Of; readonly name: string; readonly bytes: Uint8Array | null };

/**
 * The pictures of recognized pages with the extracted data drawn over them, one after the other. An invoice on
 * several pages has several pictures.
 */
export const annotatedPictures = async function* <Of extends NamedPage>(
  named: Iterable<Of> | AsyncIterable<Of>,
  pictures: Pick<PictureStore, 'get'>,
  language: Language,
): AsyncGenerator<DrawnPicture<Of>> {
  const thread = startExportThread();
  try {
    for await (const of of named)
      for (const [part, shown] of drawnPages(of.page).entries()) {
        if (!shown.sent || shown.failure || shown.waiting) continue;
        const { sha256, encoding, bytes } = shown.sent;
        const picture = await pictures.get(sha256, encoding, bytes);
        const drawn = picture && (await thread.annotate(picture, shown, language));
        yield { of, name: partName(of.name, part), bytes: drawn };
      }
  } finally {
    await thread.close();
  }
};
