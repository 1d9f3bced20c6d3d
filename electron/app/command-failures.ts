import { mostAgain } from '../../shared/contract/page-commands.ts';
import { settingChangedId } from '../../shared/contract/settings-lists.ts';
import type { RouteRefusal } from '../pipeline/routes.ts';
import type { KeptFaceEdit } from '../../shared/face/edit.ts';
import type { LinesEdit } from '../../shared/invoice/lines-edit.ts';
import type { Bilingual } from '../../shared/language.ts';
import type { ReviewChange } from '../../shared/review/event.ts';
import {
  changeTexts,
  faceChangeTexts,
  lineChangeTexts,
  conflictTexts,
  changedPagesTexts,
  otherDataTexts,
} from '../../shared/texts/review.ts';
import type { CommandFailure } from '../../shared/contract/commands.ts';
import { explainFailure, failureDetails } from '../../shared/services/catalogue.ts';
import type { Failure } from '../../shared/services/failure.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { WriteFailure } from '../infra/files/write-failure.ts';
import type { BackupFailure } from '../store/sqlite/backup/backup-format.ts';
import type { Holder } from '../infra/files/lock.ts';
import { baseUrlTexts, type BaseUrlRefusal } from '../../shared/texts/base-url.ts';
import {
  backupTexts,
  changedByTexts,
  confirmedByTexts,
  goneFromBinTexts,
  joinedByTexts,
  removedByTexts,
  keptInBooksTexts,
  pagesOfOthersTexts,
  splitByTexts,
  askedByTexts,
  treatedByTexts,
  heldOfOthersTexts,
  stoppedOfOthersTexts,
  ledgerTexts,
  commandFailureRemedies,
  failureSentences,
  commandFailureTexts,
  storageRemedies,
} from '../../shared/texts/command-failures.ts';
import { largeMailTexts, mailboxRemedies, mailboxSentences } from '../../shared/texts/mailbox.ts';
import type { MailboxReason } from '../intake/mailbox/open-mailbox.ts';
import { bilingualWithDetail } from '../../shared/texts/phrases.ts';

/** The number of characters of a pasted text that are quoted. */
const mostQuoted = 60;

const linesText = (edit: LinesEdit): Bilingual => {
  if (edit.kind === 'move') return lineChangeTexts.move;
  if (edit.kind !== 'paste') return lineChangeTexts[edit.kind](edit.at + 1);
  const pasted = edit.cells.map(({ value }) => value ?? '').join(' ');
  return lineChangeTexts.paste(pasted.slice(0, mostQuoted));
};

const facesText = (edit: KeptFaceEdit): Bilingual => {
  if (edit.kind === 'attribute') return faceChangeTexts.attribute(edit.name, edit.value);
  return edit.kind === 'exclude' ? faceChangeTexts.exclude(edit.reason) : faceChangeTexts[edit.kind];
};

/** The effect of a change in words, with its value if it has one. */
const changeText = (change: ReviewChange): Bilingual => {
  if (change.kind === 'correct') return changeTexts.correct(change.value);
  if (change.kind === 'note') return changeTexts.note(change.text);
  if (change.kind === 'edit-lines') return linesText(change.edit);
  return change.kind === 'edit-faces' ? facesText(change.edit) : changeTexts[change.kind];
};

/** A failure whose texts depend on what happened. */
export const composed = (
  id: string,
  message: Bilingual,
  remedy: Bilingual | null,
  details: string | null = null,
): CommandFailure => ({ id, message, remedy, ...(details === null ? {} : { details }) });

const fixed = (id: keyof typeof commandFailureTexts): CommandFailure => ({ id, ...commandFailureTexts[id] });

/** What a failure of a call says, in both languages. */
export const inBoth = (service: ServiceId, failure: Failure) => ({
  zh: explainFailure(service, failure, 'zh'),
  en: explainFailure(service, failure, 'en'),
});

/** A command that our windows never send: a bug, or another program. */
export const badRequest: CommandFailure = fixed('bad-request');

export const pageNotFound: CommandFailure = fixed('page-not-found');

/** @param count the invoices that stand in the books, among those that were to be removed */
export const keptInBooks = (count: number): CommandFailure => ({
  id: 'kept-in-books',
  ...keptInBooksTexts(count),
});

/** @param count the pages of other users, among those that were to be cancelled */
export const pagesOfOthers = (count: number): CommandFailure => ({
  id: 'pages-of-others',
  ...pagesOfOthersTexts(count),
});

/** @param count the stopped pages of other users, among those that were to continue */
export const stoppedOfOthers = (count: number): CommandFailure => ({
  id: 'pages-of-others',
  ...stoppedOfOthersTexts(count, mostAgain),
});

/** @param count the held pages of other users, among those that were to be sent */
export const heldOfOthers = (count: number): CommandFailure => ({
  id: 'pages-of-others',
  ...heldOfOthersTexts(count, mostAgain),
});

/** What was sent or worked on is removed to the bin instead. */
export const notWithdrawn: CommandFailure = fixed('not-withdrawn');

/** With four eyes: the user has changed this invoice since its last approval. */
export const ownChange: CommandFailure = fixed('own-change');

export const notCorrectable: CommandFailure = fixed('not-correctable');

export const notReviewable: CommandFailure = fixed('not-reviewable');

/** Only pages whose data was recognized can be joined into one invoice. */
export const notJoinable: CommandFailure = fixed('not-joinable');

/** The invoices of a page can't be put together again: the first was removed, or one is joined with other pages. */
export const notSplit: CommandFailure = fixed('not-split');

/** They can't be put together again, because the first shows another picture now. */
export const partChanged: CommandFailure = fixed('part-changed');

/** A call was requested although the settings forbid calls. */
export const callsOff: CommandFailure = fixed('calls-off');

/** A paper that is known to be no invoice is never compared with a paid reading. */
export const paperNotSent: CommandFailure = fixed('paper-not-sent');

/** A call reads one invoice of a picture, and can't be told which. */
export const partNotSent: CommandFailure = fixed('part-not-sent');

/** Another user has just changed the page. */
export const changedMeanwhile: CommandFailure = fixed('changed-meanwhile');

/** Two users changed one value. Nothing is overwritten, and the later user sees both values. */
export const changedMeanwhileBy = (
  name: string | null,
  theirs: string | null,
  yours: string | null,
): CommandFailure => ({
  ...changedMeanwhile,
  ...changedByTexts(name, theirs, yours),
});

/** The same for changes that set no single value. */
export const changedMeanwhileTo = (
  name: string | null,
  theirs: ReviewChange,
  yours: ReviewChange,
): CommandFailure => ({
  ...changedMeanwhile,
  ...conflictTexts(name, changeText(theirs), changeText(yours)),
});

/** The same for a change on several pages, some of which were left as they are. */
export const changedPagesMeanwhile = (
  pages: number,
  name: string | null,
  theirs: ReviewChange,
  yours: ReviewChange,
): CommandFailure => ({
  ...changedMeanwhile,
  ...changedPagesTexts(pages, name, changeText(theirs), changeText(yours)),
});

/** The data to confirm is not what the window showed. */
export const otherData: CommandFailure = fixed('other-data');

/** The same for some of several pages. */
export const otherDataOf = (pages: number): CommandFailure => ({ ...otherData, ...otherDataTexts(pages) });

/** An undo or redo would change what another user has confirmed. */
export const confirmedBy = (name: string | null): CommandFailure => ({
  id: 'confirmed-meanwhile',
  ...confirmedByTexts(name),
});

/** Another user has removed all of it. */
export const removedByAnother = (name: string | null): CommandFailure => ({
  id: 'removed-meanwhile',
  ...removedByTexts(name),
});

/** Another user has restored or purged all of it. */
export const goneFromBin = (name: string | null): CommandFailure => ({
  id: 'gone-from-bin',
  ...goneFromBinTexts(name),
});

/** Another user has joined all of it. */
export const joinedBy = (name: string | null): CommandFailure => ({
  id: 'joined-meanwhile',
  ...joinedByTexts(name),
});

/** Another user has split all of it. */
export const splitBy = (name: string | null): CommandFailure => ({
  id: 'split-meanwhile',
  ...splitByTexts(name),
});

/** Another user has had all of it read. */
export const askedBy = (name: string): CommandFailure => ({ id: 'asked-meanwhile', ...askedByTexts(name) });

/** Another user has turned, cropped or masked the page. */
export const treatedBy = (name: string | null): CommandFailure => ({
  ...changedMeanwhile,
  ...treatedByTexts(name),
});

export const nothingToUndo: CommandFailure = fixed('nothing-to-undo');

export const nothingToRevert: CommandFailure = fixed('nothing-to-revert');

export const nothingToKeep: CommandFailure = fixed('nothing-to-keep');

export const nothingToRedo: CommandFailure = fixed('nothing-to-redo');

/** A page could not be prepared again; it stays as it was. */
export const notTreatable = (service: ServiceId, failure: Failure): CommandFailure => {
  const { zh, en } = inBoth(service, failure);
  const remedy = { zh: zh.remedy, en: en.remedy };
  const message = failureSentences['not-treatable'](zh.message, en.message);
  return composed('not-treatable', message, remedy, failureDetails(failure));
};

export const noFileDialog: CommandFailure = fixed('no-file-dialog');

export const notTheOriginal = (name: string): CommandFailure =>
  composed(
    'not-the-original',
    failureSentences['not-the-original'](name),
    commandFailureRemedies['not-the-original'],
  );

export const passwordNeeded: CommandFailure = fixed('password-needed');

export const wrongPassword: CommandFailure = fixed('wrong-password');

export const watchFailure = (folder: string, code: string): CommandFailure =>
  composed(
    'watched-folder',
    failureSentences['watched-folder'](folder, code),
    commandFailureRemedies['watched-folder'],
  );

export const unfinishedFile = (name: string): CommandFailure =>
  composed(
    'unfinished-file',
    failureSentences['unfinished-file'](name),
    commandFailureRemedies['unfinished-file'],
  );

export const noMailbox: CommandFailure = fixed('no-mailbox');

export const mailboxPassword: CommandFailure = fixed('mailbox-password');

/** @param detail the words of the server, or the folder */
export const mailboxFailure = (reason: MailboxReason, host: string, detail: string): CommandFailure =>
  composed(`mailbox-${reason}`, mailboxSentences[reason](host, detail), mailboxRemedies[reason], detail);

export const mailTooLarge = (subject: string): CommandFailure =>
  composed('mail-too-large', largeMailTexts.message(subject), largeMailTexts.remedy);

export const tooManyFacePictures: CommandFailure = fixed('too-many-face-pictures');

export const faceGone: CommandFailure = fixed('face-gone');

export const backupBusy: CommandFailure = fixed('backup-busy');

export const backupGone: CommandFailure = fixed('backup-gone');

/** A backup that can’t be restored. */
export const backupRefused = (reason: BackupFailure['reason']): CommandFailure => ({
  id: 'backup-refused',
  ...backupTexts[reason],
});

export const noOpenFolder: CommandFailure = fixed('no-open-folder');

export const noAccount: CommandFailure = fixed('no-account');

export const badBaseUrl = (refusal: BaseUrlRefusal): CommandFailure => {
  const { message, remedy } = baseUrlTexts[refusal];
  return composed('bad-base-url', message, remedy);
};

export const badSecret: CommandFailure = fixed('bad-secret');

export const badAuthority: CommandFailure = fixed('bad-authority');

/** @param by who changed the setting meanwhile; null if that is not known */
export const settingChanged = (by: string | null): CommandFailure =>
  composed(
    settingChangedId,
    failureSentences['setting-changed'](by),
    commandFailureRemedies['setting-changed'],
  );

export const badTruth = (file: string, reason: string): CommandFailure =>
  composed('bad-truth', failureSentences['bad-truth'](file, reason), commandFailureRemedies['bad-truth']);

export const nothingToExport: CommandFailure = fixed('nothing-to-export');

export const nothingSettled: CommandFailure = fixed('nothing-settled');

export const exportGone: CommandFailure = fixed('export-gone');

export const tooManyPictures: CommandFailure = fixed('too-many-pictures');

/** An export that was not written; an existing file stays unchanged. */
export const exportFailed = ({ message, remedy, detail, otherPath }: WriteFailure): CommandFailure =>
  composed(
    'export-failed',
    message,
    otherPath === null ? remedy : bilingualWithDetail(remedy, otherPath),
    detail,
  );

export const testCancelled: CommandFailure = fixed('cancelled');

/** A bug: its text is for the user's report. There is no remedy, because it would be a guess. */
export const internalFailure = (error: unknown): CommandFailure =>
  composed('internal', failureSentences.internal(error instanceof Error ? error.name : typeof error), null);

const storageCause = (code: string): keyof typeof storageRemedies => {
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') return 'full';
  return code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB' ? 'damaged' : 'other';
};

/** The file system or the ledger refused to write or read. */
export const storageFailure = (code: string): CommandFailure =>
  composed('storage', failureSentences.storage(code), storageRemedies[storageCause(code)]);

export const folderLocked = (holder: Holder | null): CommandFailure => {
  const who = holder ? `${holder.program}, pid ${holder.pid}, ${holder.since}` : null;
  return composed(
    'folder-locked',
    failureSentences['folder-locked'](who),
    commandFailureRemedies['folder-locked'],
  );
};

/** A newer program's ledger: shown, but not changed. */
export const ledgerReadOnly: CommandFailure = fixed('ledger-read-only');

export const ledgerMissing = (pictures: number): CommandFailure =>
  composed(
    'ledger-missing',
    failureSentences['ledger-missing'](pictures),
    commandFailureRemedies['ledger-missing'],
  );

export const ledgerRecovered = ({
  setAside,
  pages,
  answers,
}: {
  readonly setAside: string;
  readonly pages: number;
  readonly answers: number;
}): CommandFailure =>
  composed(
    'ledger-recovered',
    failureSentences['ledger-recovered'](setAside, pages, answers),
    commandFailureRemedies['ledger-recovered'],
  );

/** @param days on which backups replaced the data (ISO) */
export const replacedDataDeleted = (days: readonly string[]): CommandFailure =>
  composed('replaced-data-deleted', failureSentences['replaced-data-deleted'](days.join(', ')), null);

export const ledgerFailure = (reason: keyof typeof ledgerTexts, detail: string): CommandFailure => {
  const { message, remedy } = ledgerTexts[reason];
  return composed(`ledger-${reason}`, bilingualWithDetail(message, detail), remedy);
};

/** Why a page can't be sent. */
export const routeFailure = (refusal: RouteRefusal): CommandFailure =>
  refusal.reason === 'no-account' ? noAccount : badBaseUrl(refusal.baseUrl);
