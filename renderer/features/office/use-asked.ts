import { useEffect, useState } from 'react';
import type { Problem } from '../../../shared/contract/commands.ts';
import type { Result } from '../../../shared/result.ts';

/**
 * A list of the office, and what asks for it again; null until it is there.
 * @param ask the same function at every render
 */
export const useAsked = <Value>(ask: () => Promise<Result<Value, Problem>>) => {
  const [reply, setReply] = useState<Result<Value, Problem> | null>(null);
  useEffect(() => {
    let isOver = false;
    const first = async (): Promise<void> => {
      const found = await ask();
      if (!isOver) setReply(found);
    };
    void first();
    return () => {
      isOver = true;
    };
  }, [ask]);
  const again = async (): Promise<void> => setReply(await ask());
  return { reply, again };
};
