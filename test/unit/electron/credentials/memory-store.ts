import type { KeyValueStore, SecretCipher } from '../../../../electron/credentials/host.ts';

/** A store with readable contents, as a thief of the disk would see them. */
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

/** A reversible seal whose encrypted text differs from the secret. */
export const turningSeal = (protection: SecretCipher['protection'] = 'sealed'): SecretCipher => ({
  protection,
  close: (secret) => Promise.resolve(`sealed:${Buffer.from(secret).toString('hex')}`),
  open: (sealed) =>
    Promise.resolve(
      sealed.startsWith('sealed:') ? Buffer.from(sealed.slice(7), 'hex').toString() || null : null,
    ),
});
