import { failed, type Result } from '../../../shared/result.ts';
import type { OfficeFailure } from '../../../shared/texts/office-failures.ts';
import { pause } from '../../pipeline/pause.ts';

/** The pause between two attempts, in milliseconds. */
const usualAgainMs = 1_000;

type Wait = {
  readonly signal: AbortSignal;
  /** Called once, with the reason. */
  readonly onWait: (failure: OfficeFailure) => void;
  /** For tests: the pause between two attempts, in milliseconds. */
  readonly againMs?: number;
};

/**
 * Opens an office, and waits while its database can't be reached: after a power cut, the order in which computers start
 * must not matter. Every other failure is returned at once.
 * @returns the failure `unreachable` only if the signal ended the wait
 */
export const whenReachable = async <Value>(
  open: () => Promise<Result<Value, OfficeFailure>>,
  { signal, onWait, againMs = usualAgainMs }: Wait,
): Promise<Result<Value, OfficeFailure>> => {
  for (let tries = 0; ; tries += 1) {
    const opened = await open();
    if (opened.ok || opened.failure.reason !== 'unreachable') return opened;
    if (tries === 0) onWait(opened.failure);
    await pause(againMs, signal);
    if (signal.aborted) return failed(opened.failure);
  }
};
