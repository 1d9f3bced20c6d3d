import { useEffect, useState } from 'react';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { Result } from '../../../shared/result.ts';

/**
 * A list of the office and a function that loads it again. The list is null until it is loaded.
 * @param ask must be the same function in every render
 */
export const useAsked = <Value>(ask: () => Promise<Result<Value, CommandFailure>>) => {
  const [result, setResponse] = useState<Result<Value, CommandFailure> | null>(null);
  useEffect(() => {
    let isOver = false;
    const first = async (): Promise<void> => {
      const found = await ask();
      if (!isOver) setResponse(found);
    };
    void first();
    return () => {
      isOver = true;
    };
  }, [ask]);
  const again = async (): Promise<void> => setResponse(await ask());
  return { result, again };
};
