import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  defaultSettings,
  settingsChangeSchema,
  settingsSchema,
  type Settings,
  type SettingsChange,
} from '../../../../shared/contract/settings.ts';

describe('a change of settings', () => {
  it('changes nothing that it leaves out, although each setting has a default', () => {
    expect(settingsChangeSchema.parse({})).toStrictEqual({});
    for (const [name, value] of Object.entries(defaultSettings))
      expect(settingsChangeSchema.parse({ [name]: value })).toStrictEqual({ [name]: value });
  });

  it('has every setting and nothing else', () => {
    expect(Object.keys(settingsChangeSchema.shape)).toStrictEqual(Object.keys(settingsSchema.shape));
    expect(settingsChangeSchema.safeParse({ later: true }).success).toBe(false);
    expectTypeOf<SettingsChange>().toEqualTypeOf<{ [Name in keyof Settings]?: Settings[Name] | undefined }>();
  });

  it('refuses what a setting refuses', () => {
    for (const change of [
      { concurrency: 17 },
      { theme: 'pink' },
      { watch: { folder: '' } },
      { language: null },
    ])
      expect(settingsChangeSchema.safeParse(change).success).toBe(false);
  });
});
