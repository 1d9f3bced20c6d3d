import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { Result } from '../../../shared/result.ts';
import type { Log } from '../../infra/log.ts';
import { hostFailures } from '../../../shared/texts/host-failures.ts';
import { createRefusals } from './refusals.ts';

/** Whether a command was refused for its name or its shape. */
export const isRefusal = (result: Result<unknown, CommandFailure>): boolean =>
  !result.ok && result.failure.id === hostFailures.badRequest.id;

/**
 * Logs rejected messages of a window: the name of the request, never its content. Limited per minute,
 * regardless of what a page does.
 * @param now in milliseconds, monotonic
 */
export const noteRefusedMessages = (log: Log, now: () => number): ((detail: string) => void) => {
  const refusals = createRefusals(now);
  return (detail) => {
    const next = refusals.next();
    if (next === 'note') log.write('warn', 'message-refused', detail);
    if (next === 'last')
      log.write('warn', 'too-many-refusals', 'the others of this minute are not written down');
  };
};
