import type { Problem } from '../../shared/contract/commands.ts';
import type { Result } from '../../shared/result.ts';
import { afterProblem, writeApp } from './store.ts';

/** The value of a result; a failure is shown to the user, and there is no value. */
export const settle = <Value>(result: Result<Value, Problem>): Value | null => {
  if (result.ok) return result.value;
  writeApp((state) => afterProblem(state, result.failure));
  return null;
};
