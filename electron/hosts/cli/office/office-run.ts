import type { Problem } from '../../../../shared/contract/commands.ts';
import type { Result } from '../../../../shared/result.ts';
import { officeTexts } from '../../../../shared/texts/office-command.ts';
import { openOfficeFolder, type OfficeFolder } from '../../../app/open-office.ts';
import { createQueuedRecognizer } from '../../../pipeline/office/queued-recognizer.ts';
import { openPageQueue } from '../../../store/postgres/page-queue.ts';
import { livingWorkers } from '../../../store/postgres/workers.ts';
import type { RecognizeCommand } from '../arguments.ts';
import type { RecognizePage } from '../recognize-sheets.ts';
import type { Streams } from '../streams.ts';

export type OfficeRun = {
  readonly recognize: RecognizePage;
  readonly close: () => Promise<void>;
};

export const openOfficeLedger = (
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): Promise<Result<OfficeFolder, Problem>> => openOfficeFolder(environment, home);

/** The office's workers recognize the pages of this run. */
export const openOfficeRun = async (
  { office, store }: OfficeFolder,
  { force, language }: RecognizeCommand,
  streams: Streams,
): Promise<OfficeRun> => {
  const queue = await openPageQueue(office, {
    supervises: false,
    onFault: (error) => streams.note(String(error)),
  });
  const recognizer = createQueuedRecognizer({
    store,
    queue,
    workers: () => livingWorkers(office),
    onNobody: () => streams.note(officeTexts[language].nobody),
  });
  return {
    recognize: (page, stop) => recognizer.recognize(page, force, stop),
    close: async () => {
      recognizer.close();
      await queue.close();
    },
  };
};
