import { base64Length, maxImageCharacters } from './service.ts';

/** Whether a file of this size fits the services: at most 4,194,304 characters after base64 (Limits). */
export const fitsTheService = (bytes: number): boolean => base64Length(bytes) <= maxImageCharacters;

/** Most bytes that fit. */
export const maxImageBytes = (maxImageCharacters / 4) * 3;
