import type { KeyValueStore, Seal } from '../../../../electron/credentials/host.ts';

/** A store whose whole content can be looked at, as a thief of the disk would. */
export const memoryStore = (start: Record<string, unknown> = {}) => {
  const content = new Map<string, unknown>(Object.entries(start));
  const store: KeyValueStore = {
    get: (key) => content.get(key),
    set: (key, value) => {
      // What a store keeps is JSON: functions and getters don't survive it.
      content.set(key, JSON.parse(JSON.stringify(value)));
    },
    delete: (key) => {
      content.delete(key);
    },
  };
  return { store, onDisk: () => JSON.stringify([...content]) };
};

/** A seal whose closed text differs from the secret and leads back to it. */
export const turningSeal = (protection: Seal['protection'] = 'sealed'): Seal => ({
  protection,
  close: (secret) => Promise.resolve(`sealed:${Buffer.from(secret).toString('hex')}`),
  open: (sealed) =>
    Promise.resolve(
      sealed.startsWith('sealed:') ? Buffer.from(sealed.slice(7), 'hex').toString() || null : null,
    ),
});
