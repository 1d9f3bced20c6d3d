import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  parseAppAddress,
  externalHosts,
  externalLink,
  mayNavigate,
} from '../../../../../electron/hosts/desktop/navigation.ts';

const allowed = [
  'vouch://app/',
  'vouch://app/index.html',
  'vouch://app/#settings',
  'vouch://app/index.html#a',
];
const listed = 'https://inv-veri.chinatax.gov.cn';

/** Neither opened in the window nor outside. */
const hostile = [
  // Other schemes
  'http://app/',
  'https://app/',
  'file:///etc/passwd',
  'file://app/index.html',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'blob:vouch://app/0a1b',
  'blob:https://inv-veri.chinatax.gov.cn/0a1b',
  'filesystem:vouch://app/temporary/x',
  'about:blank',
  'about:srcdoc',
  'chrome://settings',
  'chrome-extension://abc/index.html',
  'devtools://devtools/bundled/inspector.html',
  'view-source:vouch://app/',
  'ftp://app/',
  'ws://app/',
  'ms-msdt:/id',
  'search-ms:query=x',
  'smb://server/share',
  '\\\\server\\share',
  'mailto:a@b.c',
  'tel:110',
  'vouchx://app/',
  'vouch:app/',
  'vouch:/app/',
  'vouch:',
  // The app's scheme with another host
  'vouch://evil/',
  'vouch://app.evil/',
  'vouch://evil.app/',
  'vouch://app:1/',
  'vouch://user@app/',
  'vouch://user:pass@app/',
  'vouch://app@evil/',
  'vouch://evil#@app/',
  'vouch://evil?@app/',
  'vouch://evil\\@app/',
  'vouch:///',
  'vouch:///app/',
  'vouch://',
  // Its host with another page
  'vouch://app/pictures/1/full',
  'vouch://app/assets/a.js',
  'vouch://app/index.html?evil',
  'vouch://app/?x=1',
  'vouch://app//evil/',
  'vouch://app/%69ndex.html',
  'vouch://app/a/../../evil',
  'vouch://app/\\evil',
  ' vouch://app/',
  'vouch://app/ ',
  'vouch://app/\n',
  // Outside, and not on the list
  'http://inv-veri.chinatax.gov.cn/',
  'https://chinatax.gov.cn/',
  'https://evil.inv-veri.chinatax.gov.cn/',
  'https://inv-veri.chinatax.gov.cn.evil.example/',
  'https://inv-veri.chinatax.gov.cn:8443/',
  'https://user@inv-veri.chinatax.gov.cn/',
  'https://inv-veri.chinatax.gov.cn@evil.example/',
  'https://evil.example/#inv-veri.chinatax.gov.cn',
  'https://evil.example/?https://inv-veri.chinatax.gov.cn',
  'https://evil.example\\@inv-veri.chinatax.gov.cn/',
  'https://inv-veri.chinatax.gov.cn./',
  'https://inv-vеri.chinatax.gov.cn/',
  ` ${listed}/`,
  `${listed}/ `,
  `${listed}/\u0000`,
  `${listed}/${'a'.repeat(2048)}`,
  '',
  'https://',
  'not an address',
];

describe('navigation', () => {
  test.each(allowed)('to %j is allowed, because it is the own page', (address) =>
    expect(mayNavigate(address)).toBe(true),
  );
  test('is decided for the whole table', () => expect(hostile.length).toBeGreaterThanOrEqual(60));
  test.each(hostile)('to %j is refused', (address) => {
    expect(mayNavigate(address)).toBe(false);
    expect(externalLink(address)).toBeNull();
  });
});

describe('external links', () => {
  test.each([listed, `${listed}/`, `${listed}/index.html?a=b#c`, 'HTTPS://INV-VERI.chinatax.GOV.cn:443/'])(
    '%j opens after a question',
    (address) => expect(externalLink(address)?.origin).toBe(listed),
  );

  test('are only https to a host of the list', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (address) => {
        const link = externalLink(address);
        expect(link === null || (link.protocol === 'https:' && externalHosts.has(link.host))).toBe(true);
      }),
    );
  });
});

test('accepts only text that begins with the app’s address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(parseAppAddress(text) === null || text.startsWith('vouch://app')).toBe(true);
    }),
  );
});
