import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits: 43 characters that stand in a cookie or an address as they are. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What the database keeps in a secret's place. Of 256 random bits nothing can be guessed, so one round is enough. */
export const secretDigest = (secret: string): string => createHash('sha256').update(secret).digest('hex');
