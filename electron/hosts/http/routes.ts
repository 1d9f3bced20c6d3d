import { pictureSizes, type PictureSize } from '../../../shared/contract/commands.ts';
import type { PageId } from '../../../shared/contract/page.ts';

/** A path that a window may request; both hosts with a window use this one parser. */
export type WindowRoute =
  | { readonly kind: 'picture'; readonly id: PageId; readonly size: PictureSize }
  | { readonly kind: 'faces'; readonly id: PageId }
  | { readonly kind: 'download'; readonly id: string }
  | { readonly kind: 'command'; readonly name: string }
  | { readonly kind: 'session' }
  | { readonly kind: 'files' }
  | { readonly kind: 'events' }
  | { readonly kind: 'interface'; readonly path: string };

const picture = /^\/pictures\/([1-9]\d{0,14})\/(full|best|thumbnail)$/;
const faces = /^\/faces\/([1-9]\d{0,14})$/;
const download = /^\/downloads\/([\w-]{1,100})$/;
const command = /^\/commands\/([A-Za-z.]{1,50})$/;

const sizeNamed = (name: string | undefined): PictureSize =>
  pictureSizes.find((size) => size === name) ?? 'full';

/** Never fails: every other path is a file of the interface, which is looked up in a fixed list. */
export const routeOf = (pathname: string): WindowRoute => {
  const pictureParts = picture.exec(pathname);
  if (pictureParts) return { kind: 'picture', id: Number(pictureParts[1]), size: sizeNamed(pictureParts[2]) };
  const facesParts = faces.exec(pathname);
  if (facesParts) return { kind: 'faces', id: Number(facesParts[1]) };
  const downloadParts = download.exec(pathname);
  if (downloadParts?.[1]) return { kind: 'download', id: downloadParts[1] };
  const commandParts = command.exec(pathname);
  if (commandParts?.[1]) return { kind: 'command', name: commandParts[1] };
  if (pathname === '/session') return { kind: 'session' };
  if (pathname === '/files') return { kind: 'files' };
  if (pathname === '/events') return { kind: 'events' };
  return { kind: 'interface', path: pathname };
};

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
