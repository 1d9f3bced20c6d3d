import type { PageId } from '../../shared/records.ts';
import type { PictureSize } from '../../shared/bridge.ts';
import { makeThumbnail } from '../intake/thumbnail.ts';
import type { Picture } from './contract.ts';
import type { DataFolder } from './data-folder.ts';

const types = { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', bmp: 'image/bmp' } as const;

/** The pictures of pages; a thumbnail is made when it is first looked at, and kept. */
export const createPictures = ({ ledger, pictures, thumbnails }: DataFolder) => {
  const thumbnailOf = async (sha256: string, bytes: Buffer, encoding: keyof typeof types) => {
    const made = await makeThumbnail(bytes, encoding);
    if (made) await thumbnails.write(sha256, 'webp', made);
    return made;
  };

  return async (id: PageId, size: PictureSize): Promise<Picture | null> => {
    const picture = ledger.pages.get(id)?.picture;
    if (!picture) return null;
    const { sha256, encoding } = picture;
    const kept = size === 'thumbnail' ? await thumbnails.read(sha256, 'webp') : null;
    if (kept) return { type: 'image/webp', bytes: kept };
    const bytes = await pictures.read(sha256, encoding, picture.bytes);
    if (!bytes) return null;
    const full: Picture = { type: types[encoding], bytes };
    if (size === 'full') return full;
    const made = await thumbnailOf(sha256, bytes, encoding);
    return made ? { type: 'image/webp', bytes: made } : full;
  };
};
