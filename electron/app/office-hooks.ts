import type { CommandFailure, CommandName } from '../../shared/contract/commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { Result } from '../../shared/result.ts';
import { readersWith } from '../pipeline/scan-intake.ts';
import { unshared, type PageSharing } from '../pipeline/leases.ts';
import type { Store } from '../store/port.ts';
import type { Downloads } from '../store/records/download.ts';
import type { KeptMails } from '../store/records/kept-mail.ts';
import type { PageRow } from '../store/records/page.ts';
import { noAccount } from './command-failures.ts';
import { createDownloads } from './export-delivery.ts';

/** Whether pages can be sent; refusals are shown to the user. */
export type AppRoutes = { readonly to: (sandbox: boolean) => Promise<Result<unknown, CommandFailure>> };

/** Why a page can't be read: it needs a call that can't be sent. Null if it needs none, or can be sent. */
export const refusalOf = (
  settings: Pick<Settings, 'invoiceReader' | 'localOnly'>,
  page: Pick<PageRow, 'service' | 'options' | 'part'>,
  route: Result<unknown, CommandFailure>,
): CommandFailure | null => {
  if (route.ok) return null;
  const hasAccount = route.failure.id !== noAccount.id;
  return readersWith(settings, page, hasAccount).calls ? route.failure : null;
};

/** The first refusal of several pages; null if all can be read. Each route is looked up once. */
export const firstRefusal = async (
  settings: Pick<Settings, 'invoiceReader' | 'localOnly'>,
  pages: readonly Pick<PageRow, 'service' | 'options' | 'part' | 'sandbox'>[],
  routes: AppRoutes,
): Promise<CommandFailure | null> => {
  for (const [sandbox, together] of Map.groupBy(pages, (page) => page.sandbox)) {
    const route = await routes.to(sandbox);
    for (const page of together) {
      const refusal = refusalOf(settings, page, route);
      if (refusal) return refusal;
    }
  }
  return null;
};

/** How pages get to the service. */
export type SendingPages = {
  readonly routes: AppRoutes;
  /** Which pages can be read now: there is an account for their calls, or they need none. */
  readonly ready: () => Promise<(page: PageRow) => boolean>;
};

/** What a backend does when another process of its office changes something. */
export type OfficeListener = {
  readonly settingsChanged: () => void;
  /** A user has claimed or released pages. */
  readonly claimsChanged: () => void;
  /** Continues pages that no living process prepares. */
  readonly resume: () => void;
};

/** All that the use cases know of an office: how a shared ledger differs from a private one. */
export type OfficeHooks = PageSharing & {
  /** Whether other processes use the same ledger. */
  readonly isShared: boolean;
  /** The number of running workers that take real pages. */
  readonly workers: () => Promise<number>;
  /** Exports that wait until a window fetches them. */
  readonly downloads: Downloads;
  /** Mails that were fetched, for all servers; null if they are files of the data folder. */
  readonly keptMails: KeptMails | null;
  /** Pages that an earlier process has left, and that this process continues. */
  readonly pagesLeft: (
    store: Pick<Store, 'pages' | 'pagesInState' | 'unheld'>,
  ) => Promise<readonly PageRow[]>;
  /** @param own this process’s own routes and account */
  readonly sendingWith: (own: SendingPages) => SendingPages;
  /** The newest digest of the audit log, which exports carry; null without one. */
  readonly auditDigest: () => Promise<string | null>;
  /**
   * The name of the user who was the last to use one of these commands on these pages; null if it was this user, if
   * nobody has used one, or if the command `unless` was used later.
   */
  readonly lastUser: (
    commands: { readonly used: readonly CommandName[]; readonly unless: CommandName },
    pages: readonly PageId[],
    but: string,
  ) => Promise<string | null>;
  /** Returns a function that ends the listening. */
  readonly follow: (listener: OfficeListener) => () => void;
};

/** The hooks of a private ledger, which only this process uses. */
export const noOffice = (): OfficeHooks => ({
  ...unshared,
  isShared: false,
  workers: () => Promise.resolve(0),
  downloads: createDownloads(),
  keptMails: null,
  pagesLeft: (store) => store.pagesInState('waiting'),
  sendingWith: (own) => own,
  auditDigest: () => Promise.resolve(null),
  lastUser: () => Promise.resolve(null),
  follow: () => () => {},
});
