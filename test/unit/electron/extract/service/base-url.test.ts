import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseUrlTexts } from '../../../../../shared/texts/base-url.ts';
import { parseBaseUrl, withCanonicalHost } from '../../../../../electron/extract/service/base-url.ts';

const strict = { allowPlainHttp: false };
const lenient = { allowPlainHttp: true };

describe('an accepted base URL', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com', 'api.example.com', ''],
    ['api.example.com', 'https://api.example.com', 'api.example.com', ''],
    ['  https://api.example.com/ ', 'https://api.example.com', 'api.example.com', ''],
    ['HTTPS://api.example.com', 'https://api.example.com', 'api.example.com', ''],
    ['https://API.Example.com', 'https://API.Example.com', 'API.Example.com', ''],
    ['https://api.example.com:443', 'https://api.example.com:443', 'api.example.com:443', ''],
    ['api.example.com:8443', 'https://api.example.com:8443', 'api.example.com:8443', ''],
    ['https://api.example.com:65535/', 'https://api.example.com:65535', 'api.example.com:65535', ''],
    ['https://a_b.example.com', 'https://a_b.example.com', 'a_b.example.com', ''],
    ['https://api.example.com.', 'https://api.example.com.', 'api.example.com.', ''],
    [
      'https://gateway.example.com/ocr/v2/',
      'https://gateway.example.com/ocr/v2',
      'gateway.example.com',
      '/ocr/v2',
    ],
    // A console shows the whole endpoint.
    ['https://api.example.com/v1/private/s824758f1', 'https://api.example.com', 'api.example.com', ''],
    ['ocrservice', 'https://ocrservice', 'ocrservice', ''],
    ['1.2.3.4.example.com', 'https://1.2.3.4.example.com', '1.2.3.4.example.com', ''],
  ])('is %s', (written, text, host, path) => {
    const parsed = parseBaseUrl(written, strict);
    if (!parsed.ok) throw new Error(parsed.failure);
    expect(parsed.value).toEqual({ scheme: 'https', host, path, text, loopback: false, warning: null });
  });

  it('keeps a name in another script in its sent form', () => {
    const { host } = new URL('https://发票.example.cn');
    expect(host).toMatch(/^xn--[a-z0-9]+\.example\.cn$/);
    expect(parseBaseUrl('https://发票.example.cn', strict)).toMatchObject({ ok: true, value: { host } });
  });

  it.each([
    ['http://localhost', 'localhost'],
    ['http://LocalHost:8080/', 'LocalHost:8080'],
    ['http://127.0.0.1:80', '127.0.0.1:80'],
    ['http://127.255.255.254:1', '127.255.255.254:1'],
    ['http://[::1]:3000', '[::1]:3000'],
    ['http://[::1]', '[::1]'],
  ])('may be plain http on loopback: %s', (written, host) => {
    expect(parseBaseUrl(written, strict)).toMatchObject({
      ok: true,
      value: { scheme: 'http', host, loopback: true, warning: null },
    });
  });

  it('may be plain http elsewhere only if the user allows it, with a warning', () => {
    expect(parseBaseUrl('http://api.example.com', strict)).toEqual({ ok: false, failure: 'plain-http' });
    expect(parseBaseUrl('http://api.example.com', lenient)).toMatchObject({
      ok: true,
      value: { scheme: 'http', warning: 'plain-http' },
    });
    expect(parseBaseUrl('https://api.example.com', lenient)).toMatchObject({ value: { warning: null } });
  });
});

describe('a refused base URL', () => {
  const hostile: readonly (readonly [string, string])[] = [
    ['', 'empty'],
    ['   ', 'empty'],
    // IP addresses, and notations that a network would resolve to one
    ['https://1.2.3.4', 'ip-address'],
    ['1.2.3.4', 'ip-address'],
    ['1.2.3.4:443', 'ip-address'],
    ['https://1.2.3.4.', 'ip-address'],
    ['https://0.0.0.0', 'ip-address'],
    ['https://10.0.0.1', 'ip-address'],
    ['https://169.254.169.254', 'ip-address'],
    ['https://192.168.1.1', 'ip-address'],
    ['https://255.255.255.255', 'ip-address'],
    ['https://16909060', 'ip-address'],
    ['https://0x01020304', 'ip-address'],
    ['https://0x1.0x2.0x3.0x4', 'ip-address'],
    ['https://0X01.2.3.4', 'ip-address'],
    ['https://01.02.03.04', 'ip-address'],
    ['https://0100.0.0.1', 'ip-address'],
    ['https://1.2.3', 'ip-address'],
    ['https://1.2', 'ip-address'],
    ['https://1', 'ip-address'],
    ['https://0', 'ip-address'],
    ['https://１.２.３.４', 'ip-address'],
    ['https://①.②.③.④', 'ip-address'],
    ['https://1。2。3。4', 'ip-address'],
    ['https://[2001:db8::1]', 'ip-address'],
    ['https://[::]', 'ip-address'],
    ['https://[::ffff:1.2.3.4]', 'ip-address'],
    ['https://[fe80::1]', 'ip-address'],
    // Loopback in disguise
    ['http://127.1', 'ip-address'],
    ['http://2130706433', 'ip-address'],
    ['http://0x7f.1', 'ip-address'],
    ['http://0177.0.0.1', 'ip-address'],
    ['http://127.0.0.1.', 'ip-address'],
    ['http://127.000.000.001', 'ip-address'],
    ['http://１２７.0.0.1', 'ip-address'],
    ['http://[0:0:0:0:0:0:0:1]', 'ip-address'],
    ['http://[::ffff:127.0.0.1]', 'ip-address'],
    ['http://[::ffff:7f00:1]', 'ip-address'],
    // Not loopback, despite its appearance
    ['http://localhost.', 'plain-http'],
    ['http://localhost.example.com', 'plain-http'],
    ['http://127.0.0.1.example.com', 'plain-http'],
    ['http://localhost@example.com', 'credentials'],
    ['http://127.0.0.1:80@example.com', 'credentials'],
    // Parts that are not allowed
    ['https://user:word@api.example.com', 'credentials'],
    ['https://@api.example.com', 'credentials'],
    ['https://api.example.com?', 'query'],
    ['https://api.example.com/?a=b', 'query'],
    ['https://api.example.com#top', 'query'],
    ['https://api.example.com?host=evil.com', 'query'],
    ['https://api.example.com/a b', 'malformed'],
    ['https://api.example.com/../x', 'path'],
    ['https://api.example.com/.', 'path'],
    ['https://api.example.com//x', 'path'],
    ['https://api.example.com//', 'path'],
    ['https://api.example.com/%2e%2e', 'path'],
    ['https://api.example.com/a;b', 'path'],
    // Other schemes
    ['ftp://api.example.com', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['ws://api.example.com', 'scheme'],
    ['javascript://api.example.com', 'scheme'],
    ['javascript:alert(1)', 'malformed'],
    ['data:text/html,x', 'malformed'],
    ['mailto:a@b.example', 'credentials'],
    // Malformed
    ['https://', 'malformed'],
    ['https:///x', 'malformed'],
    ['//api.example.com', 'malformed'],
    ['https:/api.example.com', 'malformed'],
    ['https:api.example.com', 'malformed'],
    ['https:\\\\api.example.com', 'malformed'],
    ['https://api.example.com\\@evil.com', 'malformed'],
    ['https://api.example.com:', 'malformed'],
    ['https://api.example.com:0', 'malformed'],
    ['https://api.example.com:0443', 'malformed'],
    ['https://api.example.com:65536', 'malformed'],
    ['https://api.example.com:80:80', 'malformed'],
    ['https://api.example.com:http', 'malformed'],
    ['https://api..example.com', 'malformed'],
    ['https://.example.com', 'malformed'],
    ['https://-api.example.com', 'malformed'],
    ['https://api-.example.com', 'malformed'],
    ['https://api.exa mple.com', 'malformed'],
    ['https://api.example.com\r\nHost: evil.com', 'malformed'],
    ['https://api.example.com\u0000', 'malformed'],
    ['https://api\u202Emoc.example', 'malformed'],
    ['https://api.\u00ADexample.com', 'malformed'],
    ['https://api%2eexample.com', 'malformed'],
    ['https://127%2e0.0.1', 'malformed'],
    ['https://[::1', 'malformed'],
    ['https://[::1]x', 'malformed'],
    ['https://256.1.1.1', 'malformed'],
    ['https://1.2.3.4.5', 'malformed'],
    ['https://api,example.com', 'malformed'],
    ['https://api*.example.com', 'malformed'],
    ['https://exa<mple.com', 'malformed'],
    [`https://${'a'.repeat(64)}.com`, 'malformed'],
    [`https://${'a.'.repeat(130)}com`, 'malformed'],
  ];

  it.each(hostile)('is %j: %s', (written, refusal) => {
    expect(parseBaseUrl(written, strict)).toEqual({ ok: false, failure: refusal });
  });

  it('reports the reason and the remedy in both languages', () => {
    for (const text of Object.values(baseUrlTexts))
      for (const { zh, en } of [text.message, text.remedy]) {
        expect(zh).toMatch(/\p{Script=Han}/u);
        expect(en).toMatch(/^[A-Z]/);
      }
  });

  it.each([
    ['https://API.Example.com', 'api.example.com'],
    ['https://api.example.com:443', 'api.example.com'],
    ['https://api.example.com:4430', 'api.example.com:4430'],
    ['https://api.example.com:80', 'api.example.com:80'],
    ['https://api.example.com.:443', 'api.example.com.'],
    ['http://LocalHost:80', 'localhost'],
  ])('is signed as a browser sends it: %s', (written, host) => {
    const parsed = parseBaseUrl(written, strict);
    if (!parsed.ok) throw new Error(parsed.failure);
    expect(withCanonicalHost(parsed.value).host).toBe(host);
    expect(new URL(parsed.value.text).host).toBe(host);
  });

  it('never throws, and calls only the signed host', () => {
    const odd = fc.string({
      unit: fc.constantFrom(...Array.from('ahtps:/.@?#[]0x127%\\ -_１。é\n')),
      maxLength: 24,
    });
    fc.assert(
      fc.property(fc.oneof(odd, fc.webUrl(), fc.string()), (written) => {
        const parsed = parseBaseUrl(written, lenient);
        if (!parsed.ok) return;
        const { host, scheme, path, text, loopback } = parsed.value;
        const url = new URL(`${text}/v1`);
        const port = url.port === '' ? (scheme === 'https' ? '443' : '80') : url.port;
        const [, name, written_] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
        expect(url.hostname).toBe(name?.toLowerCase());
        if (written_ !== undefined) expect(port).toBe(written_);
        expect(url.pathname).toBe(`${path}/v1`);
        expect([url.username, url.password, url.search, url.hash].join('')).toBe('');
        if (/^[\d.]+$|^\[/.test(url.hostname)) expect(loopback).toBe(true);
      }),
      { numRuns: 1_500 },
    );
  });
});
