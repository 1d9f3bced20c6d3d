import type { IncomingMessage } from 'node:http';

/**
 * The cookie that carries a session key. Its prefix makes browsers reject it from any other host or path, and
 * over plain http except on loopback.
 */
const cookieName = '__Host-vouch';

/**
 * The session key of a request. Null if there is none, or if there are two: one of them could belong to
 * another user.
 */
export const keyOf = (request: IncomingMessage): string | null => {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const values = pairs.flatMap((pair) =>
    pair.startsWith(`${cookieName}=`) ? [pair.slice(cookieName.length + 1)] : [],
  );
  return values.length === 1 ? (values[0] ?? null) : null;
};

const attributes = 'Path=/; HttpOnly; Secure; SameSite=Strict';

/** The header that stores a key in the browser until it is closed; null deletes the stored key. */
export const setCookie = (key: string | null): string =>
  key === null ? `${cookieName}=; ${attributes}; Max-Age=0` : `${cookieName}=${key}; ${attributes}`;
