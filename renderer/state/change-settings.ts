import {
  officeSettings,
  onlySettings,
  settingsChangeSchema,
  type SettingsChange,
} from '../../shared/contract/settings.ts';
import {
  isSameSetting,
  listSettings,
  settingChangedId,
  withSeen,
  type SeenSettings,
} from '../../shared/contract/settings-lists.ts';
import type { HostConnection } from './host.ts';
import { settle } from './settle.ts';
import { useApp, writeApp } from './store.ts';

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an entry keeps when it is edited: layouts have names, all other entries are replaced. */
const idOf = (entry: unknown): unknown =>
  isObject(entry) && 'columns' in entry ? entry['name'] : JSON.stringify(entry);

/** A list that was changed as it was seen, with what another change, which was not seen, did to it. */
const mergedLists = (
  seen: readonly unknown[],
  mine: readonly unknown[],
  other: readonly unknown[],
): readonly unknown[] => {
  const asSeen = new Set(seen.map((entry) => JSON.stringify(entry)));
  const others = new Map(other.map((entry) => [idOf(entry), entry]));
  const known = new Set([...seen, ...mine].map(idOf));
  return [
    ...mine.flatMap((entry) => {
      if (!asSeen.has(JSON.stringify(entry))) return [entry];
      const id = idOf(entry);
      return others.has(id) ? [others.get(id)] : [];
    }),
    ...other.filter((entry) => !known.has(idOf(entry))),
  ];
};

const merged = (seen: unknown, mine: unknown, other: unknown): unknown => {
  if (isSameSetting(seen, mine)) return other;
  if (isList(seen) && isList(mine) && isList(other)) return mergedLists(seen, mine, other);
  if (!isObject(seen) || !isObject(mine) || !isObject(other)) return mine;
  const names = new Set([...Object.keys(mine), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, merged(seen[name], mine[name], other[name])]));
};

/**
 * A change as it would have been made on lists that the user has changed already, although the window does not show that
 * before it is stored.
 */
const madeOn = (change: SettingsChange, shown: SeenSettings, waiting: SeenSettings): SettingsChange => {
  const lists = listSettings
    .filter((name) => change[name] !== undefined && waiting[name] !== undefined)
    .map((name) => [name, merged(shown[name], change[name], waiting[name])]);
  if (lists.length === 0) return change;
  const parsed = settingsChangeSchema.safeParse({ ...change, ...Object.fromEntries(lists) });
  return parsed.success ? parsed.data : change;
};

/** The change of settings by a window. */
export const createSettingsChanges = (host: Pick<HostConnection, 'invoke'>) => {
  /** Changes without an answer yet, in their order. */
  const unsaved = new Set<SettingsChange>();

  /**
   * Resolves with whether the settings were saved. What another user has changed meanwhile is kept beside the stored
   * value, and the user decides.
   * @param shown the settings that the change was made on; by default those that the window shows now
   */
  return async (settings: SettingsChange, shown?: SeenSettings): Promise<boolean> => {
    const { info } = useApp.getState();
    const stored: SeenSettings = info?.settings ?? {};
    const waiting: SeenSettings = Object.assign({}, ...unsaved);
    const change = madeOn(settings, { ...stored, ...shown }, waiting);
    const now = Object.assign({}, stored, waiting, shown, onlySettings(waiting, listSettings));
    const seen = withSeen(change, now, info?.host === 'office' ? officeSettings : listSettings);
    const answer = host.invoke('settings.change', seen);
    unsaved.add(change);
    const result = await answer.finally(() => unsaved.delete(change));
    if (!result.ok && result.failure.id === settingChangedId) {
      await (await import('./settings-conflict.ts')).keepBeside(host, seen, result.failure);
      return false;
    }
    const kept = settle(result);
    if (kept) writeApp((before) => (before.info ? { info: { ...before.info, settings: kept } } : {}));
    return kept !== null;
  };
};
