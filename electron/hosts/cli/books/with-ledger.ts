import { openDataFolder, type DataFolder } from '../../../app/data-folder.ts';
import { storageProblem } from '../../../app/problems.ts';
import type { Language } from '../../../../shared/language.ts';
import { createReplyDecoder } from '../../../extract/service/reply-decoder.ts';
import { createIntake } from '../../../intake/intake.ts';
import { createAssessor, type Assessor } from '../../../pipeline/assessor.ts';
import { readSettings } from '../../../credentials/saved-settings.ts';
import { problemLine, type ExitCode, type RunDependencies } from '../run.ts';

/** Opens the ledger for a command that makes no calls, and closes it. */
export const withLedger = async (
  language: Language,
  { home, now, streams }: RunDependencies,
  work: (folder: DataFolder, assessor: Assessor) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const folder = await openDataFolder(home, 'Vouch (command line)', now);
  if (!folder.ok) {
    streams.note(problemLine(folder.failure, language));
    return 2;
  }
  for (const note of folder.value.notes) streams.note(problemLine(note, language));
  const intake = createIntake();
  const decoder = createReplyDecoder();
  const settings = readSettings(home);
  const assessor = createAssessor({
    folder: folder.value,
    intake,
    decoder,
    now,
    settings: () => settings,
    isOther: () => true,
  });
  try {
    return await work(folder.value, assessor);
  } catch (error) {
    const code = folder.value.storageCode(error);
    if (code === null) throw error;
    streams.note(problemLine(storageProblem(code), language));
    return 1;
  } finally {
    await intake.close();
    await decoder.close();
    await folder.value.close();
  }
};
