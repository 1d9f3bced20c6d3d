import type { IncomingMessage } from 'node:http';

/**
 * The cookie that carries a session's key. The prefix makes browsers refuse it from any other host, path or plain http;
 * they take loopback for safe.
 */
const cookieName = '__Host-vouch';

/** The key that a request came with; null for none, and for two, of which one would be somebody else's. */
export const keyOf = (request: IncomingMessage): string | null => {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const values = pairs.flatMap((pair) =>
    pair.startsWith(`${cookieName}=`) ? [pair.slice(cookieName.length + 1)] : [],
  );
  return values.length === 1 ? (values[0] ?? null) : null;
};

const attributes = 'Path=/; HttpOnly; Secure; SameSite=Strict';

/** The header that gives a browser a key, until it is closed; null takes the key it has. */
export const setCookie = (key: string | null): string =>
  key === null ? `${cookieName}=; ${attributes}; Max-Age=0` : `${cookieName}=${key}; ${attributes}`;
