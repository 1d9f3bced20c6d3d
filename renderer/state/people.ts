import { useEffect } from 'react';
import { create } from 'zustand';
import { callOffice, isOffice } from './claims.ts';

type Names = { readonly names: ReadonlyMap<string, string> };

const store = create<Names>(() => ({ names: new Map() }));
const asked = new Set<string>();

const ask = async (ids: readonly string[]): Promise<void> => {
  const found = await callOffice('names', { ids: [...ids] });
  if (!found.ok) return ids.forEach((id) => asked.delete(id));
  const more = found.value.people.map(({ id, name }) => [id, name] as const);
  store.setState(({ names }) => ({ names: new Map([...names, ...more]) }));
};

/** The names of users of the office, by id. Unknown users and the only user of a desk have none. */
export const useNames = (ids: readonly string[]): ReadonlyMap<string, string> => {
  const key = [...new Set(ids)].toSorted().join(' ');
  useEffect(() => {
    if (!isOffice()) return;
    const unknown = key.split(' ').filter((id) => id !== '' && !asked.has(id));
    for (const id of unknown) asked.add(id);
    if (unknown.length > 0) void ask(unknown);
  }, [key]);
  return store((state) => state.names);
};
