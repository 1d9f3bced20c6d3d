import { z } from 'zod';

export const serviceIds = ['vat-invoice', 'face-detect'] as const;
/** The two recognition services, named as in their documents. */
export type ServiceId = (typeof serviceIds)[number];
export const serviceIdSchema = z.enum(serviceIds);

/** Paths of the request line (both documents, Endpoints). */
export const servicePaths: Readonly<Record<ServiceId, string>> = {
  'vat-invoice': '/v1/private/s824758f1',
  'face-detect': '/v1/private/s67c9c78c',
};

/** Values of the body's `encoding` field (both documents, Request body). */
export const imageEncodings = ['jpg', 'jpeg', 'png', 'bmp'] as const;
export type ImageEncoding = (typeof imageEncodings)[number];
export const imageEncodingSchema = z.enum(imageEncodings);

/** "At most 4 MB after encoding" (both documents, Limits), counted in base64 characters. */
export const maxImageCharacters = 4 * 1024 * 1024;

/** The server refuses a date that differs from its own by more than this (both documents, Clock check). */
export const maxClockSkewSeconds = 300;

/** Length of base64 with padding for a number of bytes. */
export const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;
