import { describe, expect, test } from 'vitest';
import { printAddresses } from '../../../../../electron/hosts/desktop/print/print-addresses.ts';

const { mayLoad, mayShow } = printAddresses('/data/vouch/printing');
const viewer = 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html';

describe('the print window', () => {
  test.each(['file:///data/vouch/printing/1.pdf', viewer])('shows and loads %s', (address) => {
    expect([mayShow(address), mayLoad(address)]).toEqual([true, true]);
  });

  test.each(['chrome://resources/js/a.js', 'blob:null/1', 'data:image/png;base64,AA'])(
    'loads %s, a part of the viewer, but does not navigate to it',
    (address) => expect([mayShow(address), mayLoad(address)]).toEqual([false, true]),
  );

  test.each([
    'file:///etc/passwd',
    'file:///data/vouch/printing/../ledger.sqlite',
    'file:///data/vouch/printing/%2e%2e/ledger.sqlite',
    'file:///data/vouch/printing',
    'file:///data/vouch/printing-other/1.pdf',
    'file://server/data/vouch/printing/1.pdf',
    'http://example.com/',
    'https://mhjfbmdgcfjbbpaeojofohoefgiehjai/',
    'ws://127.0.0.1/',
    'vouch://app/',
    'javascript:alert(1)',
    'about:blank',
    'no address',
    '',
  ])('refuses %j', (address) => expect([mayShow(address), mayLoad(address)]).toEqual([false, false]));
});
