import type { Session } from 'electron';
import type { Log } from '../../infra/log.ts';
import { appOrigin } from './app-address.ts';

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
