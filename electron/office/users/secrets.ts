import { randomBytes } from 'node:crypto';
import { sha256Of } from '../../infra/bytes.ts';

/** 256 random bits as 43 characters that need no escaping in a cookie or a URL. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/**
 * The digest that the database stores instead of a secret. One round is enough, because 256 random bits can't
 * be guessed.
 */
export const secretDigest = (secret: string): string => sha256Of(secret);
