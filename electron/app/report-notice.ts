import type { CommandFailure } from '../../shared/contract/commands.ts';
import { failureDetails } from '../../shared/services/catalogue.ts';
import { commandFailureRemedies, failureSentences } from '../../shared/texts/command-failures.ts';
import type { Notice } from '../pipeline/ask-service.ts';
import { composed, inBoth } from './command-failures.ts';

const minutesOff = (offsetMs: number): number => Math.max(1, Math.round(Math.abs(offsetMs) / 60_000));

/** This computer's clock differs from the server's; the calls are signed with the server's time. */
const clockOff = (offsetMs: number): CommandFailure =>
  composed(
    'clock-off',
    failureSentences['clock-off'](minutesOff(offsetMs), offsetMs > 0),
    commandFailureRemedies['clock-off'],
  );

/** Null for a notice that needs no text. */
const noticeFailure = (notice: Notice): CommandFailure | null => {
  if (notice.kind === 'clock') return notice.offsetMs === 0 ? null : clockOff(notice.offsetMs);
  if (notice.kind !== 'halted') return null;
  const { zh, en } = inBoth(notice.service, notice.failure);
  const remedy = { zh: zh.remedy, en: en.remedy };
  const message = failureSentences['batch-stopped'](zh.message, en.message);
  return composed('batch-stopped', message, remedy, failureDetails(notice.failure));
};

/** Reports what concerns a whole batch, once. */
export const reportNotice =
  (report: (failure: CommandFailure) => void) =>
  (notice: Notice): void => {
    const failure = noticeFailure(notice);
    if (failure) report(failure);
  };
