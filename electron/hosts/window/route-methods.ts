import type { WindowRoute } from './routes.ts';

/** A route for authorized requests only. */
export type InsideRoute = Exclude<WindowRoute, { kind: 'interface' } | { kind: 'session' }>;

const methodOf = (route: WindowRoute): 'GET' | 'POST' =>
  route.kind === 'session' || route.kind === 'command' || route.kind === 'files' ? 'POST' : 'GET';

export const isMethodOf = (method: string | undefined, route: WindowRoute): boolean =>
  method === methodOf(route) || (method === 'HEAD' && route.kind === 'interface');

/** The name of a route in the log. */
export const nameOfRoute = async (route: WindowRoute): Promise<string> => {
  if (route.kind !== 'command') return route.kind;
  const { nameForLog } = await import('./name-for-log.ts');
  return nameForLog(route.name);
};
