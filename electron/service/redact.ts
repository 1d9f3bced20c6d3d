import type { HttpReply } from './transport.ts';

/** Shorter ones are no keys of the console (32 characters), and would be found by chance in any picture's text. */
const minSecretLength = 8;

/** What a call must not leave behind, in each form in which an answer could give it back. */
export const secretsOf = (apiKey: string, apiSecret: string, authorization: string): readonly string[] =>
  [apiKey, apiSecret, authorization, encodeURIComponent(authorization)].filter(
    (secret) => secret.length >= minSecretLength,
  );

/**
 * The reply without what it gives back of our secrets: an error page may show the address that was called, and with
 * it the signature. The very same reply where there is nothing to hide.
 */
export const withoutSecrets = (reply: HttpReply, secrets: readonly string[]): HttpReply => {
  if (!secrets.some((secret) => reply.body.includes(secret))) return reply;
  const text = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), reply.body.toString('utf8'));
  return { ...reply, body: Buffer.from(text) };
};

/** A line of text without a signed query, whole or cut short. */
export const redactLine = (line: string): string =>
  line.replace(/(authorization(?:=|%3D))[^\s"'<>&]+/gi, '$1***');
