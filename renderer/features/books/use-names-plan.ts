import { useEffect, useState } from 'react';
import type { CommandInput } from '../../../shared/contract/commands.ts';
import type { NamesPlan } from '../../../shared/contract/books-commands.ts';
import { useTools } from '../tools.ts';

/** Milliseconds without typing before names are planned again. */
const settleMs = 250;

/**
 * The names that files would get, planned again after each change.
 * @param input null while it can't be planned
 * @param revision changes after files were named, or with the folder
 */
export const useNamesPlan = (
  input: CommandInput<'books.planNames'> | null,
  revision: string,
): { readonly plan: NamesPlan | null; readonly isCurrent: boolean } => {
  const { actions } = useTools();
  const key = input === null ? null : JSON.stringify([input, revision]);
  const [planned, setPlanned] = useState<{ readonly key: string; readonly plan: NamesPlan } | null>(null);
  useEffect(() => {
    if (input === null || key === null) return undefined;
    let isWanted = true;
    const plan = async (): Promise<void> => {
      const found = await actions.planNames(input);
      if (isWanted && found) setPlanned({ key, plan: found });
    };
    const timer = setTimeout(() => void plan(), settleMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
    // The key says everything about the input.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [actions, key]);
  // The names before stay in sight while others are planned.
  return { plan: key === null ? null : (planned?.plan ?? null), isCurrent: planned?.key === key };
};
