import type { Problem } from '../../shared/contract/commands.ts';
import { describeFailure } from '../../shared/services/catalogue.ts';
import type { Failure } from '../../shared/services/failure.ts';
import type { ReviewAct } from '../../shared/review/event.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { Bilingual } from '../../shared/language.ts';
import type { WriteFailure } from '../infra/files/write-failure.ts';
import type { BackupFailure } from '../store/folder/backup-format.ts';
import type { Holder } from '../store/folder/lock.ts';
import { baseUrlTexts, type BaseUrlRefusal } from '../../shared/texts/base-url.ts';
import {
  backupTexts,
  changedActTexts,
  changedPagesTexts,
  changedByTexts,
  ledgerTexts,
  problemRemedies,
  problemSentences,
  problemTexts,
  storageRemedies,
} from '../../shared/texts/problems.ts';
import type { Notice } from '../pipeline/ask-service.ts';

const problem = (id: string, message: Bilingual, remedy: Bilingual | null): Problem => ({
  id,
  message,
  remedy,
});

const fixed = (id: keyof typeof problemTexts): Problem => ({ id, ...problemTexts[id] });

const inBoth = (service: ServiceId, failure: Failure) => ({
  zh: describeFailure(service, failure, 'zh'),
  en: describeFailure(service, failure, 'en'),
});

/** A command that none of our windows sends: a bug, or another program. */
export const badRequest: Problem = fixed('bad-request');

export const pageNotFound: Problem = fixed('page-not-found');

export const notCorrectable: Problem = fixed('not-correctable');

export const notReviewable: Problem = fixed('not-reviewable');

/** Only pages whose data was recognized can be joined into one invoice. */
export const notJoinable: Problem = fixed('not-joinable');

/** A call was requested although the settings forbid calls. */
export const callsOff: Problem = fixed('calls-off');

/** Another user has changed the page meanwhile. */
export const changedMeanwhile: Problem = fixed('changed-meanwhile');

/** Two users changed one value: nothing is overwritten, and the later one sees both. */
export const changedMeanwhileBy = (
  name: string | null,
  theirs: string | null,
  yours: string | null,
): Problem => ({
  ...changedMeanwhile,
  ...changedByTexts(name, theirs, yours),
});

/** The same for acts that set no single value. */
export const changedMeanwhileTo = (name: string | null, theirs: ReviewAct, yours: ReviewAct): Problem => ({
  ...changedMeanwhile,
  ...changedActTexts(name, theirs, yours),
});

/** The same for an act on several pages, some of which were left as they are. */
export const changedPagesMeanwhile = (
  pages: number,
  name: string | null,
  theirs: ReviewAct,
  yours: ReviewAct,
): Problem => ({
  ...changedMeanwhile,
  ...changedPagesTexts(pages, name, theirs, yours),
});

export const nothingToUndo: Problem = fixed('nothing-to-undo');

export const nothingToRevert: Problem = fixed('nothing-to-revert');

export const nothingToKeep: Problem = fixed('nothing-to-keep');

export const nothingToRedo: Problem = fixed('nothing-to-redo');

/** A page could not be prepared again; it stays as it was. */
export const notTreatable = (service: ServiceId, failure: Failure): Problem => {
  const { zh, en } = inBoth(service, failure);
  return problem('not-treatable', problemSentences['not-treatable'](zh.message, en.message), {
    zh: zh.remedy,
    en: en.remedy,
  });
};

export const noFileDialog: Problem = fixed('no-file-dialog');

export const notTheOriginal = (name: string): Problem =>
  problem(
    'not-the-original',
    problemSentences['not-the-original'](name),
    problemRemedies['not-the-original'],
  );

export const passwordNeeded: Problem = fixed('password-needed');

export const wrongPassword: Problem = fixed('wrong-password');

export const watchProblem = (folder: string, code: string): Problem =>
  problem(
    'watched-folder',
    problemSentences['watched-folder'](folder, code),
    problemRemedies['watched-folder'],
  );

export const tooManyFacePictures: Problem = fixed('too-many-face-pictures');

export const faceGone: Problem = fixed('face-gone');

export const backupBusy: Problem = fixed('backup-busy');

export const backupGone: Problem = fixed('backup-gone');

/** A backup that can’t be restored. */
export const backupRefused = (reason: BackupFailure['reason']): Problem => ({
  id: 'backup-refused',
  ...backupTexts[reason],
});

export const noOpenFolder: Problem = fixed('no-open-folder');

export const noCredentials: Problem = fixed('no-credentials');

export const badBaseUrl = (refusal: BaseUrlRefusal): Problem => {
  const { message, remedy } = baseUrlTexts[refusal];
  return problem('bad-base-url', message, remedy);
};

export const badSecret: Problem = fixed('bad-secret');

export const badAuthority: Problem = fixed('bad-authority');

export const badTruth = (file: string, reason: string): Problem =>
  problem('bad-truth', problemSentences['bad-truth'](file, reason), problemRemedies['bad-truth']);

export const nothingToExport: Problem = fixed('nothing-to-export');

export const nothingSettled: Problem = fixed('nothing-settled');

export const exportGone: Problem = fixed('export-gone');

/** Too many pictures for one archive. */
export const tooManyPictures: Problem = fixed('too-many-pictures');

/** An export that was not written; an existing file stays unchanged. */
export const exportFailed = ({ message, remedy, said, otherPath }: WriteFailure): Problem =>
  problem(
    'export-failed',
    { zh: `${message.zh}（${said}）`, en: `${message.en} (${said})` },
    otherPath === null ? remedy : { zh: `${remedy.zh}（${otherPath}）`, en: `${remedy.en} (${otherPath})` },
  );

export const testCancelled: Problem = fixed('cancelled');

/** A bug: its text is for the user's report. There is no remedy, because it would be a guess. */
export const internalProblem = (error: unknown): Problem =>
  problem('internal', problemSentences.internal(error instanceof Error ? error.name : typeof error), null);

const storageCause = (code: string): keyof typeof storageRemedies => {
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') return 'full';
  return code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB' ? 'damaged' : 'other';
};

/** The file system or the ledger refused to write or read. */
export const storageProblem = (code: string): Problem =>
  problem('storage', problemSentences.storage(code), storageRemedies[storageCause(code)]);

export const folderLocked = (holder: Holder | null): Problem => {
  const who = holder ? `${holder.program}, pid ${holder.pid}, ${holder.since}` : null;
  return problem('folder-locked', problemSentences['folder-locked'](who), problemRemedies['folder-locked']);
};

/** A newer program's ledger: shown, but not changed. */
export const ledgerReadOnly: Problem = fixed('ledger-read-only');

export const ledgerMissing = (pictures: number): Problem =>
  problem('ledger-missing', problemSentences['ledger-missing'](pictures), problemRemedies['ledger-missing']);

export const ledgerRecovered = (setAside: string, pages: number): Problem =>
  problem(
    'ledger-recovered',
    problemSentences['ledger-recovered'](setAside, pages),
    problemRemedies['ledger-recovered'],
  );

export const ledgerProblem = (reason: keyof typeof ledgerTexts, said: string): Problem => {
  const { message, remedy } = ledgerTexts[reason];
  return problem(
    `ledger-${reason}`,
    { zh: `${message.zh}（${said}）`, en: `${message.en} (${said})` },
    remedy,
  );
};

const minutesOff = (offsetMs: number): number => Math.max(1, Math.round(Math.abs(offsetMs) / 60_000));

/** This computer's clock differs from the server's; the calls are signed with the server's time. */
export const clockOff = (offsetMs: number): Problem =>
  problem(
    'clock-off',
    problemSentences['clock-off'](minutesOff(offsetMs), offsetMs > 0),
    problemRemedies['clock-off'],
  );

/** Reports what concerns a whole batch, once; null for a notice that needs no text. */
export const noticeProblem = (notice: Notice): Problem | null => {
  if (notice.kind === 'clock') return notice.offsetMs === 0 ? null : clockOff(notice.offsetMs);
  if (notice.kind !== 'halted') return null;
  const { zh, en } = inBoth(notice.service, notice.failure);
  return problem('batch-stopped', problemSentences['batch-stopped'](zh.message, en.message), {
    zh: zh.remedy,
    en: en.remedy,
  });
};
