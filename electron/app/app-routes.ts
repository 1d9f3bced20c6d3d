import type { CommandFailure } from '../../shared/contract/commands.ts';
import { failed, success, type Result } from '../../shared/result.ts';
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

/** In an office, only the workers have the account, so a page waits for one of them. */
export const officeRoutes: AppRoutes = { to: () => Promise.resolve(success(null)) };
