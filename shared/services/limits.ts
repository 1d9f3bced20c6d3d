import { base64Length, maxImageCharacters, type ServiceId } from './service.ts';

/** Whether a file of this size fits the services: at most 4,194,304 characters after base64 (Limits). */
export const fitsTheService = (bytes: number): boolean => base64Length(bytes) <= maxImageCharacters;

/** Side of the smallest detectable face in pixels (face-detect.md, What the service does). */
const leastFaceSide = 30;

/** Why a call with this picture would be useless; null if it would not. */
export const pictureRefusal = (
  service: ServiceId,
  { width, height }: { readonly width: number; readonly height: number },
): 'too-small-for-faces' | null =>
  service === 'face-detect' && Math.min(width, height) < leastFaceSide ? 'too-small-for-faces' : null;
