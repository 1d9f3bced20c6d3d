import { join } from 'node:path';
import type { Language } from '../../../shared/language.ts';
import { drawnPages, partName } from '../../export/drawn-pages.ts';
import type { ExportPage } from '../../export/export-page.ts';
import type { PictureStore } from '../../store/port.ts';

type AnnotatedDelivery = {
  readonly write: (path: string, content: Uint8Array) => Promise<void>;
  /** Called for a recognized picture that can't be decoded here. */
  readonly onUndrawn: (path: string) => void;
};

/** Null if the picture can't be decoded here, although the service could. */
const drawn = async (picture: Buffer, page: ExportPage, language: Language): Promise<Buffer | null> => {
  const { annotate } = await import('../../export/annotate.ts');
  try {
    return await annotate(picture, page, language);
  } catch {
    return null;
  }
};

/**
 * Draws the extracted data over the pictures of recognized pages and writes them into a folder.
 * @param pages one for each name, null if a name has no page
 */
export const writeAnnotated = async (
  folder: string,
  names: readonly string[],
  pages: AsyncIterable<ExportPage | null>,
  pictures: PictureStore,
  language: Language,
  { write, onUndrawn }: AnnotatedDelivery,
): Promise<void> => {
  let index = -1;
  for await (const page of pages) {
    index += 1;
    const name = names[index];
    if (!page || page.failure || name === undefined) continue;
    for (const [part, shown] of drawnPages(page).entries()) {
      if (!shown.sent) continue;
      const { sha256, encoding, bytes } = shown.sent;
      const picture = await pictures.get(sha256, encoding, bytes);
      const annotated = picture && (await drawn(picture, shown, language));
      const path = join(folder, partName(name, part));
      if (annotated) await write(path, annotated);
      else onUndrawn(path);
    }
  }
};
