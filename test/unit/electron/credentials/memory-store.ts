import type { KeyValueStore, Protection, SecretCipher } from '../../../../electron/credentials/host.ts';

/** A store whose contents can be read, as by a thief of the disk. */
export const memoryStore = (start: Record<string, unknown> = {}) => {
  const content = new Map<string, unknown>(Object.entries(start));
  const store: KeyValueStore = {
    get: (key) => content.get(key),
    set: (key, value) => {
      // A store holds JSON: functions and getters are lost.
      content.set(key, JSON.parse(JSON.stringify(value)));
    },
    delete: (key) => {
      content.delete(key);
    },
  };
  return { store, onDisk: () => JSON.stringify([...content]) };
};

/** A reversible cipher whose encrypted text differs from the secret. */
export const reversibleCipher = (protection: Protection = 'sealed'): SecretCipher => ({
  protection: () => Promise.resolve(protection),
  encrypt: (secret) => Promise.resolve(`sealed:${Buffer.from(secret).toString('hex')}`),
  decrypt: (sealed) =>
    Promise.resolve(
      sealed.startsWith('sealed:') ? Buffer.from(sealed.slice(7), 'hex').toString() || null : null,
    ),
});
