import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSettingsStore } from '../../../../electron/credentials/settings-store.ts';
import { defaultSettings, settingsSchema } from '../../../../shared/contract/settings.ts';
import { memoryStore } from './memory-store.ts';

describe('settings', () => {
  it('starts with the defaults', () => {
    expect(createSettingsStore(memoryStore().store).read()).toEqual(defaultSettings);
  });

  it('changes and saves only the given members', () => {
    const { store } = memoryStore();
    expect(createSettingsStore(store).change({ theme: 'dark', concurrency: 8 })).toEqual({
      ...defaultSettings,
      theme: 'dark',
      concurrency: 8,
    });
    expect(createSettingsStore(store).change({ theme: 'light' })).toMatchObject({ concurrency: 8 });
  });

  it('refuses an invalid change and keeps the saved settings', () => {
    const { store } = memoryStore();
    const settings = createSettingsStore(store);
    settings.change({ concurrency: 8 });
    expect(() => settings.change({ concurrency: 99 })).toThrow();
    expect(settings.read().concurrency).toBe(8);
  });

  it('uses the default of each damaged member', () => {
    const { store } = memoryStore({ settings: { theme: 'pink', concurrency: 2, facePoints: 'yes' } });
    expect(createSettingsStore(store).read()).toEqual({ ...defaultSettings, concurrency: 2 });
  });

  it('preserves members of a newer version', () => {
    const { store, onDisk } = memoryStore({ settings: { theme: 'dark', later: { kept: true } } });
    createSettingsStore(store).change({ concurrency: 3 });
    expect(onDisk()).toContain('"later":{"kept":true}');
  });

  it('always returns valid settings, whatever the store contains', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.record(
            Object.fromEntries(Object.keys(settingsSchema.shape).map((name) => [name, fc.anything()])),
          ),
        ),
        (kept) => {
          const settings = createSettingsStore({ get: () => kept, set: () => {}, delete: () => {} }).read();
          expect(settingsSchema.safeParse(settings).success).toBe(true);
        },
      ),
    );
  });
});
