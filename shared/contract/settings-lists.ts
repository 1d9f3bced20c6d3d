import type { z } from 'zod';
import { settingsChangeSchema, settingsSchema, type SettingsChange } from './settings.ts';

/**
 * Settings with many parts that several users or tabs edit. A change of one names `was`, the
 * whole value that the user saw when the change was begun.
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
/** The failure of a change of a list that is not the seen one any more. */
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

/** A change without the lists that the user left as they were seen, and what was seen of the others. */
export const withSeen = (
  change: SettingsChange,
  seen: SeenLists,
): SettingsChange & { readonly was?: SeenLists } => {
  const left = listSettings.filter((name) => name in change && isSameSetting(change[name], seen[name]));
  const rest = Object.fromEntries(
    Object.entries(change).filter(([name]) => !left.some((one) => one === name)),
  );
  const named = listSettings.filter((name) => name in rest);
  if (named.length === 0) return rest;
  return { ...rest, was: seenSchema.parse(Object.fromEntries(named.map((name) => [name, seen[name]]))) };
};
