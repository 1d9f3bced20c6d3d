import type { Session } from 'electron';
import type { Log } from '../../infra/log.ts';

/** The scheme and host of the interface; a window never shows anything else. */
export const appScheme = 'vouch';
const appHost = 'app';
export const appOrigin = `${appScheme}://${appHost}`;
export const startAddress = `${appOrigin}/`;

/**
 * Parses an address of the app's own host; null for every other text. `new URL` gives an unknown scheme an
 * opaque origin, so scheme and host are compared, and no other part may be present.
 */
export const parseAppAddress = (address: string): URL | null => {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isOwn =
    url.protocol === `${appScheme}:` &&
    url.host === appHost &&
    url.username === '' &&
    url.password === '' &&
    !/[\s\\]/.test(address);
  return isOwn ? url : null;
};

/** The permissions that the page has, each with its reason. All others are denied. */
export const allowedPermissions: ReadonlyMap<string, string> = new Map([
  ['clipboard-sanitized-write', 'copies a value or the details of a failure on a click'],
]);

/** The origin as Chromium gives it, with or without the final slash. */
export const mayUse = (permission: string, origin: string): boolean =>
  allowedPermissions.has(permission) && (origin === appOrigin || origin === `${appOrigin}/`);

/** The origin of a page as Chromium gives it; empty if it has none, such as `about:blank`. */
export const pageOriginOf = (address: string): string => URL.parse('/', address)?.href ?? '';

/** Denies by default: requests, silent checks, devices and the screen. */
export const guardPermissions = (session: Session, log: Log): void => {
  session.setPermissionRequestHandler((contents, permission, callback) => {
    const allowed = mayUse(permission, pageOriginOf(contents.getURL()));
    if (!allowed) log.write('warn', 'permission-denied', permission);
    callback(allowed);
  });
  session.setPermissionCheckHandler((_, permission, origin) => mayUse(permission, origin));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_, callback) => callback(null));
  session.setUSBProtectedClassesHandler(({ protectedClasses }) => protectedClasses);
  session.setBluetoothPairingHandler((_, callback) => callback({ confirmed: false }));
};

/** The window shows one page. It refuses to navigate anywhere else: by a link, a script or a dropped file. */
export const mayNavigate = (address: string): boolean => {
  const url = parseAppAddress(address);
  return url !== null && (url.pathname === '/' || url.pathname === '/index.html') && url.search === '';
};

/**
 * Allowed destinations of external links, each with its reason. Vouch asks the user before the browser opens.
 */
export const externalHosts: ReadonlyMap<string, string> = new Map([
  ['inv-veri.chinatax.gov.cn', 'the tax administration’s own page to verify an invoice'],
]);

/** The external address to open; null unless it is plain https to a host of the list. */
export const externalLink = (address: string): URL | null => {
  if (address.length > 2048 || /[\s\\\p{Cc}]/u.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isPlain = url.protocol === 'https:' && url.username === '' && url.password === '' && url.port === '';
  return isPlain && externalHosts.has(url.hostname) ? url : null;
};
