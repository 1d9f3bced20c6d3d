import { expect, test } from 'vitest';
import {
  allowedPermissions,
  mayUse,
  pageOriginOf,
} from '../../../../../electron/hosts/desktop/navigation.ts';

/** Everything that Electron 45 asks about. */
const all =
  'ar automatic-fullscreen background-fetch background-sync captured-surface-control clipboard-read clipboard-sanitized-write deprecated-sync-clipboard-read display-capture fileSystem fullscreen geolocation geolocation-approximate hand-tracking hid idle-detection keyboardLock local-fonts local-network local-network-access loopback-network media mediaKeySystem midi midiSysex nfc notifications openExternal payment-handler periodic-background-sync persistent-storage pointerLock screen-wake-lock sensors serial smart-card speaker-selection storage-access system-wake-lock top-level-storage-access usb vr web-app-installation web-printing window-management unknown'.split(
    ' ',
  );

test('allows the page only to write to the clipboard', () => {
  expect(all.filter((permission) => mayUse(permission, 'vouch://app/'))).toEqual([
    'clipboard-sanitized-write',
  ]);
});

test.each(['', 'null', 'vouch://evil/', 'vouch://app.evil/', 'https://app/', 'file:///'])(
  'gives no permission to the origin %j',
  (origin) => {
    for (const permission of all) expect(mayUse(permission, origin)).toBe(false);
  },
);

test('identifies a page by its origin, and rejects a page without an address', () => {
  expect(pageOriginOf('vouch://app/index.html#list')).toBe('vouch://app/');
  for (const address of ['', 'about:blank', 'about:srcdoc', 'data:text/html,x', 'no address'])
    for (const permission of all) expect(mayUse(permission, pageOriginOf(address))).toBe(false);
});

test('has a reason for every allowed permission', () => {
  for (const reason of allowedPermissions.values()) expect(reason.length).toBeGreaterThan(20);
});
