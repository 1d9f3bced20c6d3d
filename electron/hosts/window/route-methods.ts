import type { Route } from './routes.ts';

/** A route that only those reach who may use the program. */
export type InsideRoute = Exclude<Route, { kind: 'interface' } | { kind: 'session' }>;

const methodOf = (route: Route): 'GET' | 'POST' =>
  route.kind === 'session' || route.kind === 'command' || route.kind === 'files' ? 'POST' : 'GET';

export const isMethodOf = (method: string | undefined, route: Route): boolean =>
  method === methodOf(route) || (method === 'HEAD' && route.kind === 'interface');

/** What a route is called in the log. */
export const nameOfRoute = async (route: Route): Promise<string> => {
  if (route.kind !== 'command') return route.kind;
  const { nameForLog } = await import('./name-for-log.ts');
  return nameForLog(route.name);
};
