import type { PageId } from '../../shared/contract/page.ts';
import type { PictureSize } from '../../shared/contract/commands.ts';
import type { Intake } from '../intake/intake.ts';
import { asDrawn } from '../pipeline/drawn-file.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import type { PageRow } from '../store/records/page.ts';
import type { Picture } from './contract.ts';
import type { DataFolder } from './data-folder.ts';
import type { OriginalReads } from './originals.ts';

/** The passwords of PDFs that the user entered. They are kept in memory only, until Vouch ends. */
export type Passwords = {
  readonly of: (path: string) => string | null;
  readonly keep: (path: string, password: string) => void;
};

export const createPasswords = (): Passwords => {
  const byPath = new Map<string, string>();
  return {
    of: (path) => byPath.get(path) ?? null,
    keep: (path, password) => void byPath.set(path, password),
  };
};

const types = { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', bmp: 'image/bmp' } as const;

/** Whether the file has more pixels than were sent: only if the picture was shrunk. */
const hasMore = ({ preparation }: PageRow): boolean =>
  preparation?.changes.some(({ id }) => id === 'scaled' || id === 'rendered') ?? false;

/** Makes a page again from its file, if that gives more pixels than were sent. */
const fromFile = async (
  row: PageRow,
  intake: Pick<Intake, 'best'>,
  passwords: Pick<Passwords, 'of'>,
  originals: Pick<OriginalReads, 'locate'>,
  whole: boolean,
): Promise<Buffer | null> => {
  const { page, originalSha256, preparation } = row;
  if (row.path === null || originalSha256 === null || !preparation || !hasMore(row)) return null;
  // With the treatment of the shown picture, so that masked areas stay masked.
  const { treatment } = preparation;
  const path = await originals.locate(row);
  return path === null
    ? null
    : intake.best({ path, page, treatment, originalSha256, password: passwords.of(path), whole });
};

/** A photo with all pixels of its file, or the best remaining picture of it. */
export type WholePhoto = Picture & {
  readonly isWhole: boolean;
  /** Whether its file was compressed without loss. */
  readonly isLossless: boolean;
};

const lossless: ReadonlySet<string> = new Set(['png', 'bmp', 'tiff', 'gif']);

/** The photos of pages at full size, as a source for other pictures; they are not cached. */
export const createPhotos =
  (
    { store }: Pick<DataFolder, 'store'>,
    intake: Pick<Intake, 'best'>,
    passwords: Pick<Passwords, 'of'>,
    originals: Pick<OriginalReads, 'locate'>,
    picture: (id: PageId, size: PictureSize) => Promise<Picture | null>,
  ) =>
  async (id: PageId): Promise<WholePhoto | null> => {
    const row = await store.page(id);
    if (!row?.picture) return null;
    const isLossless = lossless.has(row.preparation?.format ?? '') || row.picture.encoding === 'png';
    const bytes = await fromFile(await asDrawn(store, row), intake, passwords, originals, true);
    if (bytes) return { type: 'image/png', bytes, isWhole: true, isLossless };
    const left = await picture(id, 'best');
    return left && { ...left, isWhole: !hasMore(row), isLossless: isLossless && left.type !== 'image/jpeg' };
  };

/** The pictures of pages; a thumbnail and a better picture are made on first use, and cached. */
export const createPictures = (
  { store, pictures, thumbnails, best }: DataFolder,
  intake: Pick<Intake, 'best' | 'thumbnail'>,
  passwords: Pick<Passwords, 'of'>,
  originals: Pick<OriginalReads, 'locate'>,
  runner: Pick<PageRunner, 'drawn'>,
) => {
  /** The data of a digital invoice exists before its picture, which is drawn now if a user opens the page. */
  const drawnRow = async (id: PageId): Promise<PageRow | null> => {
    const row = await store.page(id);
    if (!row || row.picture || row.state !== 'recognized' || store.readOnly) return row;
    await runner.drawn(id);
    return store.page(id);
  };

  const thumbnailOf = async (sha256: string, bytes: Buffer, encoding: keyof typeof types) => {
    const made = await intake.thumbnail(bytes, encoding);
    if (made) await thumbnails.write(sha256, 'webp', made);
    return made;
  };

  const bestOf = async (row: PageRow, sha256: string): Promise<Picture | null> => {
    if (!hasMore(row)) return null;
    const kept = await best.read(sha256, 'jpg');
    if (kept) return { type: 'image/jpeg', bytes: kept };
    const bytes = await fromFile(await asDrawn(store, row), intake, passwords, originals, false);
    if (!bytes) return null;
    await best.write(sha256, 'jpg', bytes);
    return { type: 'image/jpeg', bytes };
  };

  return async (id: PageId, size: PictureSize): Promise<Picture | null> => {
    const row = await drawnRow(id);
    if (!row?.picture) return null;
    const { sha256, encoding, bytes: length } = row.picture;
    const kept = size === 'thumbnail' ? await thumbnails.read(sha256, 'webp') : null;
    if (kept) return { type: 'image/webp', bytes: kept };
    const better = size === 'best' ? await bestOf(row, sha256) : null;
    if (better) return better;
    const bytes = await pictures.get(sha256, encoding, length);
    if (!bytes) return null;
    const full: Picture = { type: types[encoding], bytes };
    if (size !== 'thumbnail') return full;
    const made = await thumbnailOf(sha256, bytes, encoding);
    return made ? { type: 'image/webp', bytes: made } : full;
  };
};
