import type { Problem } from '../../shared/contract/commands.ts';
import type { Result } from '../../shared/result.ts';
import { afterProblem, writeApp } from './store.ts';

/** The value of a result. A failure is shown to the user and gives null. */
export const settle = <Value>(result: Result<Value, Problem>): Value | null => {
  if (result.ok) return result.value;
  writeApp((state) => afterProblem(state, result.failure));
  return null;
};
