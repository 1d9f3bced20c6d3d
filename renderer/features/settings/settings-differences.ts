import { settingsChangeSchema, type SettingsChange } from '../../../shared/contract/settings.ts';
import { isSameSetting, type ListSetting } from '../../../shared/contract/settings-lists.ts';
import { isList, isObject } from '../../state/change-settings.ts';

const namesIn = (...objects: readonly object[]): readonly string[] => [
  ...new Set(objects.flatMap((one) => Object.keys(one))),
];

/** The entries of a list that the other one lacks. */
const without = (one: readonly unknown[], other: readonly unknown[]): readonly unknown[] => {
  const known = new Set(other.map((entry) => JSON.stringify(entry)));
  return one.filter((entry) => !known.has(JSON.stringify(entry)));
};

/** Whether the user’s lists have every entry that was seen: an entry that was changed or removed can’t be added. */
const onlyAdds = (was: unknown, mine: unknown): boolean => {
  if (isList(was) && isList(mine)) return without(was, mine).length === 0;
  if (isObject(was) && isObject(mine))
    return namesIn(was, mine).every((name) => onlyAdds(was[name], mine[name]));
  return true;
};

/**
 * What is stored with what a user adds to it: new entries of lists, and changed members. Nothing that is stored is
 * removed.
 */
const added = (was: unknown, mine: unknown, stored: unknown): unknown => {
  if (isList(was) && isList(mine) && isList(stored))
    return [...stored, ...without(mine, [...was, ...stored])];
  if (isObject(was) && isObject(mine) && isObject(stored))
    return Object.fromEntries(
      namesIn(stored, mine).map((name) => [name, added(was[name], mine[name], stored[name])]),
    );
  return isSameSetting(was, mine) ? stored : mine;
};

/**
 * The stored list with the user’s additions; null if the user did not only add, if nothing would be added, or if that
 * is no list of this kind.
 */
export const withAdditions = (
  name: ListSetting,
  { was, mine, stored }: { readonly was: unknown; readonly mine: unknown; readonly stored: unknown },
): SettingsChange | null => {
  if (!onlyAdds(was, mine)) return null;
  const parsed = settingsChangeSchema.safeParse({ [name]: added(was, mine, stored) });
  return parsed.success && !isSameSetting(parsed.data[name], stored) ? parsed.data : null;
};

/** What one of two values has and the other lacks. `member` names a value that is no list; null for an entry. */
type Difference = { readonly member: string | null; readonly value: unknown };
type Differences = {
  readonly one: readonly Difference[];
  readonly other: readonly Difference[];
  /** Whether a list has the same entries in another order. */
  readonly isReordered: boolean;
};

/** Compares two values of a setting: lists entry by entry, objects member by member. */
export const differencesOf = (one: unknown, other: unknown, member: string | null = null): Differences => {
  if (isSameSetting(one, other)) return { one: [], other: [], isReordered: false };
  if (isList(one) && isList(other)) {
    const [ofOne, ofOther] = [without(one, other), without(other, one)].map((entries) =>
      entries.map((value) => ({ member: null, value })),
    );
    const isReordered = ofOne?.length === 0 && ofOther?.length === 0;
    return { one: ofOne ?? [], other: ofOther ?? [], isReordered };
  }
  if (isObject(one) && isObject(other)) {
    const parts = namesIn(one, other).map((name) => differencesOf(one[name], other[name], name));
    return {
      one: parts.flatMap((part) => part.one),
      other: parts.flatMap((part) => part.other),
      isReordered: parts.some(({ isReordered }) => isReordered),
    };
  }
  return { one: [{ member, value: one }], other: [{ member, value: other }], isReordered: false };
};
