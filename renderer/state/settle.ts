import type { CommandFailure } from '../../shared/contract/commands.ts';
import type { Result } from '../../shared/result.ts';
import { afterFailure, writeApp } from './store.ts';

/** The value of a result. A failure is shown to the user and gives null. */
export const settle = <Value>(result: Result<Value, CommandFailure>): Value | null => {
  if (result.ok) return result.value;
  writeApp((state) => afterFailure(state, result.failure));
  return null;
};
