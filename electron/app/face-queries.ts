import { countingFaces } from '../../shared/face/review.ts';
import type { PhotoSummary } from '../../shared/contract/face-commands.ts';
import type { VouchEvent } from '../../shared/contract/commands.ts';
import { summarizePhoto } from '../../shared/face/summary.ts';
import { failed, success } from '../../shared/result.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { localDay } from '../../shared/local-day.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import type { Host } from './contract.ts';
import type { Delivery } from './export-delivery.ts';
import type { FacePictures } from '../../shared/contract/export/face-pictures.ts';
import type { FacePicture, FacePictureDependencies } from './face-pictures.ts';
import type { Handlers } from './handlers.ts';
import { nothingToExport, tooManyFacePictures } from './command-failures.ts';

export type FaceQueryDependencies = {
  readonly host: Pick<Host, 'now'>;
  readonly photo: FacePictureDependencies['photo'];
  readonly onBug: FacePictureDependencies['onBug'];
  readonly delivery: Pick<Delivery, 'bytes'>;
  readonly assessor: Pick<Assessor, 'open'>;
  readonly settings: () => Pick<Settings, 'faceThreshold'>;
  readonly emit: (event: VouchEvent) => void;
};

const types = { jpg: 'image/jpeg', png: 'image/png', zip: 'application/zip' } as const;

const typeOf = (name: string): string => {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  return extension === 'jpg' || extension === 'png' ? types[extension] : types.zip;
};

/** Keeps only the faces that count: faces that the threshold hides in the window are in no export. */
export const countingOnly = (
  assessor: Assessor,
  settings: () => Pick<Settings, 'faceThreshold'>,
): Assessor => ({
  ...assessor,
  reviewed: async (page, reads) => {
    const reviewed = await assessor.reviewed(page, reads);
    if (reviewed?.service !== 'face-detect') return reviewed;
    const faces = countingFaces(reviewed.faces, settings().faceThreshold);
    return { ...reviewed, faces: { ...reviewed.faces, faces } };
  },
});

type FaceQueries = Pick<Handlers, 'faces.summarize' | 'faces.exportPictures'>;

/** All pictures of one export are held in memory until they are saved. */
const mostBytes = 1_000_000_000;

/** Sums up the faces of photos, and exports pictures of them. */
export const faceQueries = ({
  host,
  assessor,
  photo,
  onBug,
  delivery,
  settings,
  emit,
}: FaceQueryDependencies): FaceQueries => {
  const deliver = (
    name: string,
    bytes: Buffer,
    { what, ids: wanted }: FacePictures,
    made: readonly FacePicture[],
  ) => {
    const ids = [...new Set(made.map(({ id }) => id))];
    const ofFaces = {
      uncovered: made.reduce((sum, { uncovered }) => sum + uncovered, 0),
      smaller: new Set(made.filter(({ isWhole }) => !isWhole).map(({ id }) => id)).size,
    };
    const plan = { service: 'face-detect', form: what, layout: null } as const;
    const parcel = { plan, ids, leftOut: wanted.length - ids.length, ofFaces };
    return delivery.bytes(name, bytes, typeOf(name), parcel);
  };

  return {
    'faces.exportPictures': async (wanted) => {
      const { facePictures } = await import('./face-pictures.ts');
      const { zipLimits, zipOf } = await import('../formats/zip/write-zip.ts');
      const { faceThreshold: threshold } = settings();
      const made: FacePicture[] = [];
      let size = 0;
      const { hears } = wanted;
      const onProgress: FacePictureDependencies['onProgress'] = (progress) => {
        if (hears !== undefined) emit({ type: 'faces.progress', progress: { hears, ...progress } });
      };
      for await (const one of facePictures(wanted, { assessor, photo, threshold, onBug, onProgress })) {
        made.push(one);
        size += one.bytes.length;
        if (size > mostBytes || made.length > zipLimits.entries) return failed(tooManyFacePictures);
      }
      const [first] = made;
      if (!first) return failed(nothingToExport);
      if (made.length === 1) return deliver(first.name, first.bytes, wanted, made);
      const name = `vouch-faces-${wanted.what}-${localDay(host.now())}.zip`;
      return deliver(name, zipOf(made), wanted, made);
    },
    'faces.summarize': async ({ ids }) => {
      const { faceThreshold } = settings();
      const summaries: PhotoSummary[] = [];
      for (const id of ids) {
        const derived = (await assessor.open(id))?.derived;
        if (derived?.service === 'face-detect')
          summaries.push({ id, ...summarizePhoto(derived.faces, faceThreshold) });
      }
      return success(summaries);
    },
  };
};
