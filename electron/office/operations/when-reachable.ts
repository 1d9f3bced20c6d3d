import { failed, type Result } from '../../../shared/result.ts';
import type { OfficeFailure } from '../../../shared/texts/office-failures.ts';
import { pause } from '../../pipeline/pause.ts';

/** These pass without a change of the configuration: a start waits instead of ending with code 2. */
const passing: ReadonlySet<OfficeFailure['reason']> = new Set([
  'unreachable',
  // The name server may start later, too.
  'unknown-host',
  'too-many-connections',
  'disk-full',
]);

/** The pause between two attempts, in milliseconds. */
const usualAgainMs = 1_000;

type Wait = {
  readonly signal: AbortSignal;
  /** Called with the reason, and again only when it changes. */
  readonly onWait: (failure: OfficeFailure) => void;
  /** For tests: the pause between two attempts, in milliseconds. */
  readonly againMs?: number;
};

/**
 * Opens an office, and waits while its database can't be used for now: after a power cut, the order in which computers
 * start must not matter. Every other failure is returned at once.
 * @returns a failure that passes only if the signal ended the wait
 */
export const whenReachable = async <Value>(
  open: () => Promise<Result<Value, OfficeFailure>>,
  { signal, onWait, againMs = usualAgainMs }: Wait,
): Promise<Result<Value, OfficeFailure>> => {
  for (let told: OfficeFailure['reason'] | null = null; ;) {
    const opened = await open();
    if (opened.ok || !passing.has(opened.failure.reason)) return opened;
    if (opened.failure.reason !== told) onWait(opened.failure);
    told = opened.failure.reason;
    await pause(againMs, signal);
    if (signal.aborted) return failed(opened.failure);
  }
};
