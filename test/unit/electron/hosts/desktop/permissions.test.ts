import { expect, test } from 'vitest';
import { allowedPermissions, mayUse, originOf } from '../../../../../electron/hosts/desktop/permissions.ts';

/** All that Electron 45 asks about. */
const all =
  'ar automatic-fullscreen background-fetch background-sync captured-surface-control clipboard-read clipboard-sanitized-write deprecated-sync-clipboard-read display-capture fileSystem fullscreen geolocation geolocation-approximate hand-tracking hid idle-detection keyboardLock local-fonts local-network local-network-access loopback-network media mediaKeySystem midi midiSysex nfc notifications openExternal payment-handler periodic-background-sync persistent-storage pointerLock screen-wake-lock sensors serial smart-card speaker-selection storage-access system-wake-lock top-level-storage-access usb vr web-app-installation web-printing window-management unknown'.split(
    ' ',
  );

test('the page may write to the clipboard, and nothing else', () => {
  expect(all.filter((permission) => mayUse(permission, 'vouch://app/'))).toEqual([
    'clipboard-sanitized-write',
  ]);
});

test.each(['', 'null', 'vouch://evil/', 'vouch://app.evil/', 'https://app/', 'file:///'])(
  'the origin %j may use nothing',
  (origin) => {
    for (const permission of all) expect(mayUse(permission, origin)).toBe(false);
  },
);

test('a page is known by its origin, and one without an address may use nothing', () => {
  expect(originOf('vouch://app/index.html#list')).toBe('vouch://app/');
  for (const address of ['', 'about:blank', 'about:srcdoc', 'data:text/html,x', 'no address'])
    for (const permission of all) expect(mayUse(permission, originOf(address))).toBe(false);
});

test('every allowed line says why', () => {
  for (const reason of allowedPermissions.values()) expect(reason.length).toBeGreaterThan(20);
});
