import { extname } from 'node:path';
import type { FacePictures, FaceProgress } from '../../shared/contract/export/face-pictures.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { Face } from '../../shared/face/model.ts';
import { countingFaces, isWeak } from '../../shared/face/review.ts';
import {
  anonymize,
  cropFaces,
  type Anonymous,
  encodingOf,
  type Photo,
  UnreadablePhoto,
} from '../export/anonymize.ts';
import type { Derived } from '../pipeline/derived.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import type { WholePhoto } from './pictures.ts';

export type FacePicture = {
  readonly name: string;
  readonly bytes: Buffer;
  readonly id: PageId;
  /** Faces that could not be covered because their position is unknown. */
  readonly uncovered: number;
  /** Whether the picture was made from the photo's file at full resolution. */
  readonly isWhole: boolean;
};

export type FacePictureDependencies = {
  readonly assessor: Pick<Assessor, 'open'>;
  readonly photo: (id: PageId) => Promise<WholePhoto | null>;
  readonly threshold: number;
  /** Receives an unexpected error of one photo. */
  readonly onBug: (error: unknown) => void;
  readonly onProgress: (progress: Omit<FaceProgress, 'hears'>) => void;
};

/** Removes characters that some system forbids in file names. */
const plainStem = (name: string): string =>
  name.slice(0, name.length - extname(name).length).replace(/[<>:"/\\|?*\p{Cc}]/gu, '_') || '_';

/** Makes unique names, also on systems that ignore case. */
const unusedNames = () => {
  const used = new Set<string>();
  return (stem: string, extension: string): string => {
    for (let n = 1; ; n += 1) {
      const name = `${stem}${n === 1 ? '' : `-${n}`}.${extension}`;
      const key = name.toLowerCase();
      if (used.has(key)) continue;
      used.add(key);
      return name;
    }
  };
};

const isPhotoType = (type: string): type is Photo['type'] =>
  type === 'image/jpeg' || type === 'image/png' || type === 'image/bmp';

/** Null if a photo can't be made: it is left out, which the export reports, and the others continue. */
const anonymousOrNot = async (
  make: () => Promise<Anonymous>,
  onBug: FacePictureDependencies['onBug'],
): Promise<Anonymous | null> => {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof UnreadablePhoto)) onBug(error);
    return null;
  }
};

/** Crops between two reports of progress. */
const facesAtOnce = 25;

/** Makes the pictures one after the other, so that only one photo at full size is in memory. */
export const facePictures = async function* (
  { ids, what, cover, faces, withWeak, margin, keepNames }: FacePictures,
  { assessor, photo: photoOf, threshold, onBug, onProgress }: FacePictureDependencies,
): AsyncGenerator<FacePicture> {
  const nameOf = unusedNames();
  const wanted = faces === 'all' ? null : new Set(faces);

  const facesOf = (derived: Derived | null): readonly Face[] | null => {
    if (derived?.service !== 'face-detect') return null;
    const least = withWeak ? 0 : threshold;
    const some =
      what === 'anonymous'
        ? // A face that doesn't count may still be a person: covering too many does less harm than too few.
          derived.faces.faces.filter(({ score }) => !isWeak(score, least))
        : countingFaces(derived.faces, least);
    return wanted ? some.filter(({ index }) => wanted.has(index)) : some;
  };

  for (const [place, id] of ids.entries()) {
    const opened = await assessor.open(id);
    const row = opened?.row;
    const meant = opened && facesOf(opened.derived);
    const count = (face: number): void =>
      onProgress({ photo: place + 1, photos: ids.length, face, faces: meant?.length ?? 0 });
    count(0);
    const best = meant && (await photoOf(id));
    if (!row?.picture || !meant || !best || !isPhotoType(best.type)) continue;
    const { bytes: pixels, type, isWhole, isLossless } = best;
    const photo: Photo = { bytes: pixels, type, sent: row.picture, as: isLossless ? 'png' : 'jpg' };
    const stem = `${plainStem(row.name)}${row.pageCount > 1 ? `-${row.page}` : ''}`;
    const extension = encodingOf(photo);
    if (what === 'anonymous') {
      const made = await anonymousOrNot(() => anonymize(photo, meant, cover), onBug);
      const plain = keepNames ? `${stem}-anonymous` : `photo-${String(place + 1).padStart(3, '0')}`;
      if (made) yield { name: nameOf(plain, extension), id, isWhole, ...made };
    } else {
      let done = 0;
      for await (const { index, bytes } of cropFaces(photo, meant, margin)) {
        const name = nameOf(`${stem}-face-${String(index).padStart(3, '0')}`, extension);
        yield { name, bytes, id, isWhole, uncovered: 0 };
        done += 1;
        if (done % facesAtOnce === 0) count(done);
      }
    }
  }
};
