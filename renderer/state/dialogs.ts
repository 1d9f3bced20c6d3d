import type { SettingsChange } from '../../shared/contract/settings.ts';
import type { SeenSettings } from '../../shared/contract/settings-lists.ts';
import type { Exported } from '../../shared/contract/export/exported.ts';
import type { ExportSummary } from '../../shared/review/export-summary.ts';
import type { PageId, PageSummary, Sent } from '../../shared/contract/page.ts';
import type { FacePack } from '../../shared/face/pack.ts';
import type { Treatment } from '../../shared/contract/preparation.ts';
import type { SidesQuestion } from '../../shared/contract/page-commands.ts';
import type { GuidePlace } from '../../shared/contract/guide.ts';
import type { FieldPath } from '../../shared/invoice/model.ts';
import type { Bilingual } from '../../shared/language.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { Seen } from './page-list.ts';
import type { ExportChoices } from './export-form.ts';
import type { Handed, PickedFile } from './host.ts';

/** Files handed in without an account: the user decides who recognizes them. Until then they wait. */
export type WaitingFiles = {
  readonly service: ServiceId;
  readonly files: readonly PickedFile[];
  readonly drop: Handed;
  /** They were pasted: nothing is sent before a pause in which that can be undone. */
  readonly held: boolean;
};

/** What an export takes: all documents, those that list or table show, or the selected ones. */
export type ExportScope = 'all' | 'shown' | 'selected';

export type ExportDialogState = {
  readonly service: ServiceId;
  readonly form: ExportChoices;
  readonly scope: ExportScope;
  /** Some pages; null for the whole workspace. */
  readonly ids: readonly PageId[] | null;
  /** Null while it is being counted. */
  readonly summary: ExportSummary | null;
  /** Nothing was written because pages have open findings: the user decides. */
  readonly isQuestion: boolean;
};

export type BlockedExport = Extract<Exported, { kind: 'blocked' }>;

/** A PDF whose password is needed before one of its pages can be rendered again. */
export type PasswordQuestion = {
  readonly service: ServiceId;
  readonly id: PageId;
  readonly treatment: Treatment;
  /** That of the picture that was shown. */
  readonly was: Treatment;
};

/** The open errors of the page that the user wants to confirm, as it was shown. */
export type ErrorsToConfirm = { readonly seen: Seen; readonly messages: readonly Bilingual[] };

/** The user's change of settings, the lists that it was made on, and who changed them meanwhile. */
export type SettingsConflict = {
  readonly mine: SettingsChange;
  readonly was: SeenSettings;
  readonly message: Bilingual;
};

/** Pages that the user wants to confirm at once. */
export type SeveralToConfirm = {
  readonly service: ServiceId;
  /** Their rows when the user was asked. */
  readonly pages: readonly PageSummary[];
  /** Those with open errors. */
  readonly withErrors: readonly PageId[];
};

/** The photo that the user exports pictures of, as it is when the dialog opens. */
export type FacePicturesState = {
  readonly page: PageSummary;
  readonly sent: Sent | null;
  readonly pack: FacePack;
  /** Indexes of the selected faces. */
  readonly selected: readonly number[];
};

/** Pages that the user wants to set values of, and the field that he worked on. */
export type ValuesToSet = {
  readonly service: ServiceId;
  readonly ids: readonly PageId[];
  readonly field: FieldPath | null;
};

/** The faces that the user is about to exclude, by index. */
export type FacesToExclude = { readonly page: PageId; readonly faces: readonly number[] };

/** Tasks of the books that have a dialog. */
export type BooksView = 'vouchers' | 'archive' | 'print' | 'names';

/** The open dialog; there is at most one. */
export type DialogState =
  | { readonly kind: 'history' }
  | { readonly kind: 'totals' }
  /** What was removed; or only these pages, whose files were just handed in again. */
  | { readonly kind: 'bin'; readonly service: ServiceId; readonly ids: readonly PageId[] | null }
  | { readonly kind: 'sides'; readonly service: ServiceId; readonly question: SidesQuestion }
  | { readonly kind: 'keys' }
  | { readonly kind: 'guide'; readonly place: GuidePlace }
  /** All actions, with a search. */
  | { readonly kind: 'palette' }
  /** The list is the file of this page; null to ask for one. */
  | { readonly kind: 'tax-list'; readonly page: PageId | null }
  | { readonly kind: 'books'; readonly view: BooksView }
  /** Only in an office: the user's own sign-in, and for administrators all users and how it runs. */
  | { readonly kind: 'ownSignIn' | 'users' | 'state' }
  /** Files may wait until the account is entered here. */
  | { readonly kind: 'settings'; readonly waiting: ServiceId | null }
  | { readonly kind: 'ask'; readonly service: ServiceId }
  | ({ readonly kind: 'password' } & PasswordQuestion)
  | ({ readonly kind: 'export' } & ExportDialogState)
  | { readonly kind: 'blocked'; readonly blocked: BlockedExport }
  /** The user is about to confirm an invoice with open errors. */
  | ({ readonly kind: 'confirm-errors' } & ErrorsToConfirm)
  /** The user is about to confirm several invoices, some of them with open errors. */
  | ({ readonly kind: 'confirm-several' } & SeveralToConfirm)
  /** The calls of a page. */
  | { readonly kind: 'record'; readonly page: PageSummary }
  | ({ readonly kind: 'exclude-faces' } & FacesToExclude)
  | ({ readonly kind: 'face-pictures' } & FacePicturesState)
  /** The user is about to pay for more calls. */
  | { readonly kind: 'recognize-again'; readonly ids: readonly PageId[] }
  /** The user is about to cancel this many pages. */
  | { readonly kind: 'cancel-all'; readonly count: number }
  | ({ readonly kind: 'set-values' } & ValuesToSet)
  | { readonly kind: 'tag'; readonly service: ServiceId; readonly ids: readonly PageId[] }
  | { readonly kind: 'remove'; readonly service: ServiceId; readonly ids: readonly PageId[] };

/** The dialog to show after another one closes: asks again about files that still wait. */
export const afterClosing = (dialog: DialogState | null): DialogState | null =>
  dialog?.kind === 'settings' && dialog.waiting ? { kind: 'ask', service: dialog.waiting } : null;
