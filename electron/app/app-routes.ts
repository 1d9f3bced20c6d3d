import type { Problem } from '../../shared/contract/commands.ts';
import { failed, type Result } from '../../shared/result.ts';
import type { Route, RouteRefusal, Routes } from '../pipeline/routes.ts';
import { badBaseUrl, noCredentials } from './problems.ts';

/** Routes whose refusals a user can read. */
export type AppRoutes = { readonly to: (sandbox: boolean) => Promise<Result<Route, Problem>> };

export const routeProblem = (refusal: RouteRefusal): Problem =>
  refusal.reason === 'no-account' ? noCredentials : badBaseUrl(refusal.baseUrl);

export const appRoutes = (routes: Routes): AppRoutes => ({
  to: async (sandbox) => {
    const route = await routes.to(sandbox);
    return route.ok ? route : failed(routeProblem(route.failure));
  },
});
