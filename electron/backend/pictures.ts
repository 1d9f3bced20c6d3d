import type { PageId } from '../../shared/records.ts';
import type { PictureSize } from '../../shared/bridge.ts';
import type { Intake } from '../intake/intake.ts';
import type { PageRow } from '../ledger/page-row.ts';
import type { Picture } from './contract.ts';
import type { DataFolder } from './data-folder.ts';
import type { Originals } from './originals.ts';
import type { Passwords } from './passwords.ts';

const types = { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', bmp: 'image/bmp' } as const;

/** Whether the file has more to show than what was sent: only what was made smaller has. */
const hasMore = ({ preparation }: PageRow): boolean =>
  preparation?.changes.some(({ id }) => id === 'scaled' || id === 'rendered') ?? false;

/** The pictures of pages; a thumbnail and a better picture are made when they are first looked at, and kept. */
export const createPictures = (
  { ledger, pictures, thumbnails, best }: DataFolder,
  intake: Pick<Intake, 'best' | 'thumbnail'>,
  passwords: Pick<Passwords, 'of'>,
  originals: Pick<Originals, 'locate'>,
) => {
  const thumbnailOf = async (sha256: string, bytes: Buffer, encoding: keyof typeof types) => {
    const made = await intake.thumbnail(bytes, encoding);
    if (made) await thumbnails.write(sha256, 'webp', made);
    return made;
  };

  const bestOf = async (row: PageRow, sha256: string): Promise<Picture | null> => {
    const { page, treatment, originalSha256 } = row;
    if (row.path === null || originalSha256 === null || !hasMore(row)) return null;
    const kept = await best.read(sha256, 'jpg');
    if (kept) return { type: 'image/jpeg', bytes: kept };
    const path = await originals.locate(row);
    if (path === null) return null;
    const password = passwords.of(path);
    const bytes = await intake.best({ path, page, treatment, originalSha256, password });
    if (!bytes) return null;
    await best.write(sha256, 'jpg', bytes);
    return { type: 'image/jpeg', bytes };
  };

  return async (id: PageId, size: PictureSize): Promise<Picture | null> => {
    const row = ledger.pages.get(id);
    if (!row?.picture) return null;
    const { sha256, encoding, bytes: length } = row.picture;
    const kept = size === 'thumbnail' ? await thumbnails.read(sha256, 'webp') : null;
    if (kept) return { type: 'image/webp', bytes: kept };
    const better = size === 'best' ? await bestOf(row, sha256) : null;
    if (better) return better;
    const bytes = await pictures.read(sha256, encoding, length);
    if (!bytes) return null;
    const full: Picture = { type: types[encoding], bytes };
    if (size !== 'thumbnail') return full;
    const made = await thumbnailOf(sha256, bytes, encoding);
    return made ? { type: 'image/webp', bytes: made } : full;
  };
};
