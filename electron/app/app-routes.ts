import type { CommandFailure } from '../../shared/contract/commands.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import { readersWith } from '../pipeline/scan-intake.ts';
import type { PageRow } from '../store/records/page.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { Route, RouteRefusal, Routes } from '../pipeline/routes.ts';
import { badBaseUrl, noAccount } from './command-failures.ts';

/** Whether pages can be sent; refusals are shown to the user. */
export type AppRoutes = { readonly to: (sandbox: boolean) => Promise<Result<unknown, CommandFailure>> };

export const routeFailure = (refusal: RouteRefusal): CommandFailure =>
  refusal.reason === 'no-account' ? noAccount : badBaseUrl(refusal.baseUrl);

/** The destination of calls that this process makes itself. */
export type CallRoutes = { readonly to: (sandbox: boolean) => Promise<Result<Route, CommandFailure>> };

export const appRoutes = (routes: Routes): CallRoutes => ({
  to: async (sandbox) => {
    const route = await routes.to(sandbox);
    return route.ok ? route : failed(routeFailure(route.failure));
  },
});

/** Who reads pages, and the refusal of a call that they need; null if there is none. */
export const refusalOf = (
  settings: Pick<Settings, 'invoiceReader' | 'localOnly'>,
  page: Pick<PageRow, 'service' | 'options'>,
  route: Result<unknown, CommandFailure>,
): CommandFailure | null => {
  if (route.ok) return null;
  const hasAccount = route.failure.id !== noAccount.id;
  return readersWith(settings, page, hasAccount).calls ? route.failure : null;
};

/** In an office, only the workers have the account, so a page waits for one of them. */
export const officeRoutes: AppRoutes = { to: () => Promise.resolve(success(null)) };
