import type { SecretCipher } from '../../credentials/host.ts';

/** The browser host has no key store: a secret stays in memory until Vouch ends, and is never written. */
export const sessionSeal: SecretCipher = {
  protection: 'session',
  close: () =>
    Promise.reject(new Error('There is no key store in the browser host: a secret is never written.')),
  open: () => Promise.resolve(null),
};
