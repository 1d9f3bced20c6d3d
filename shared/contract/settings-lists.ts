import type { z } from 'zod';
import { settingsChangeSchema, settingsSchema, type SettingsChange } from './settings.ts';

/**
 * Settings with many parts that several users or tabs edit. A change of one names the version that it was made on, which
 * is its whole value as it was shown.
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

const seenSchema = settingsSchema
  .pick({
    ownCompanies: true,
    trustedSigners: true,
    exportLayouts: true,
    voucherRules: true,
    voucherLayout: true,
    mailbox: true,
  })
  .required()
  .partial()
  .strict();
/** The failure of a change whose version is out of date. */
export const settingChangedId = 'setting-changed';

/** The lists as the user saw them. */
export type SeenLists = z.infer<typeof seenSchema>;

/** The input of `settings.change`: nothing is stored if a list that it changes is not `was` any more. */
export const settingsInputSchema = settingsChangeSchema.extend({ was: seenSchema.exactOptional() }).strict();

export const isSameSetting = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The first list of a change that has another value now than the user saw, and than the user wants. */
export const changedMeanwhile = (
  change: SettingsChange,
  was: SeenLists | undefined,
  now: SeenLists,
): ListSetting | null =>
  listSettings.find(
    (name) =>
      change[name] !== undefined &&
      was?.[name] !== undefined &&
      !isSameSetting(now[name], was[name]) &&
      !isSameSetting(now[name], change[name]),
  ) ?? null;

/** A change without the lists that the user left as they were shown, and what was shown of the others. */
export const withSeen = (
  change: SettingsChange,
  shown: SeenLists,
): SettingsChange & { readonly was?: SeenLists } => {
  const left = listSettings.filter((name) => name in change && isSameSetting(change[name], shown[name]));
  const rest = Object.fromEntries(
    Object.entries(change).filter(([name]) => !left.some((one) => one === name)),
  );
  const named = listSettings.filter((name) => name in rest);
  if (named.length === 0) return rest;
  return { ...rest, was: seenSchema.parse(Object.fromEntries(named.map((name) => [name, shown[name]]))) };
};

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What is stored with what a user adds to it: new entries of lists, and changed members. Nothing that is stored is
 * removed.
 */
const added = (was: unknown, mine: unknown, stored: unknown): unknown => {
  if (isList(was) && isList(mine) && isList(stored)) {
    const known = new Set([...was, ...stored].map((one) => JSON.stringify(one)));
    return [...stored, ...mine.filter((one) => !known.has(JSON.stringify(one)))];
  }
  if (isObject(was) && isObject(mine) && isObject(stored))
    return Object.fromEntries(
      [...new Set([...Object.keys(stored), ...Object.keys(mine)])].map((name) => [
        name,
        added(was[name], mine[name], stored[name]),
      ]),
    );
  return isSameSetting(was, mine) ? stored : mine;
};

/** The stored list with the user’s additions; null if nothing would be added, or if that is no list of this kind. */
export const withAdditions = (
  name: ListSetting,
  { was, mine, stored }: { readonly was: unknown; readonly mine: unknown; readonly stored: unknown },
): SettingsChange | null => {
  const parsed = settingsChangeSchema.safeParse({ [name]: added(was, mine, stored) });
  return parsed.success && !isSameSetting(parsed.data[name], stored) ? parsed.data : null;
};
