import { base64Length, maxImageCharacters, type ServiceId } from './service.ts';

/** Whether a file of this size fits the services: at most 4,194,304 characters after base64 (Limits). */
export const fitsTheService = (bytes: number): boolean => base64Length(bytes) <= maxImageCharacters;

/** Most bytes that fit. */
export const maxImageBytes = (maxImageCharacters / 4) * 3;

/** Pixels of a side of the smallest face (face-detect.md, What the service does). */
const leastFaceSide = 30;

/** Why a picture can't have an answer worth a call; null where it may. */
export const pictureRefusal = (
  service: ServiceId,
  { width, height }: { readonly width: number; readonly height: number },
): 'too-small-for-faces' | null =>
  service === 'face-detect' && Math.min(width, height) < leastFaceSide ? 'too-small-for-faces' : null;
