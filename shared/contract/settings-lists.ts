import { officeSettings, onlySettings, settingsChangeSchema, type SettingsChange } from './settings.ts';

/**
 * Settings with many parts that several users or tabs edit. A change of one names `was`, the
 * whole value that the user saw when the change was begun. In an office, so does a change of any shared setting.
 */
export const listSettings = [
  'ownCompanies',
  'trustedSigners',
  'exportLayouts',
  'voucherRules',
  'voucherLayout',
  'mailbox',
] as const;
export type ListSetting = (typeof listSettings)[number];

/** A setting that all users of an office share. */
export type SharedSetting = (typeof officeSettings)[number];

/** The failure of a change of a setting that is not the seen one any more. */
export const settingChangedId = 'setting-changed';

/** Settings as the user saw them. */
export type SeenSettings = SettingsChange;

const isShared = (name: string): boolean => officeSettings.some((one) => one === name);
const seenSchema = settingsChangeSchema.refine((was) => Object.keys(was).every(isShared));

/** The input of `settings.change`: nothing is stored if a setting that it changes is not `was` any more. */
export const settingsInputSchema = settingsChangeSchema.extend({ was: seenSchema.exactOptional() }).strict();

export const isSameSetting = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The first setting of a change that has another value now than the user saw, and than the user wants. */
export const changedMeanwhile = (
  change: SettingsChange,
  was: SeenSettings | undefined,
  now: SeenSettings,
): SharedSetting | null =>
  officeSettings.find(
    (name) =>
      change[name] !== undefined &&
      was?.[name] !== undefined &&
      !isSameSetting(now[name], was[name]) &&
      !isSameSetting(now[name], change[name]),
  ) ?? null;

/**
 * A change without the settings that the user left as they were seen, and what was seen of the others.
 * @param versioned the settings that others may change meanwhile
 */
export const withSeen = (
  change: SettingsChange,
  seen: SeenSettings,
  versioned: readonly SharedSetting[],
): SettingsChange & { readonly was: SeenSettings } => {
  const left = versioned.filter((name) => name in change && isSameSetting(change[name], seen[name]));
  const rest = Object.fromEntries(
    Object.entries(change).filter(([name]) => !left.some((one) => one === name)),
  );
  const was = onlySettings(
    seen,
    versioned.filter((name) => name in rest),
  );
  return { ...rest, was: settingsChangeSchema.parse(was) };
};
