import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, redact } from '../../../../electron/infra/redact.ts';

const secret = 'Pl4nted+Secret/0123456789abcdef=';
const redactor = createRedactor(() => [secret]);
const authorization = Buffer.from(
  `api_key="k1", algorithm="hmac-sha256", headers="host date request-line", signature="c2lnbmF0dXJl"`,
).toString('base64');

describe('redaction', () => {
  it.each([
    ['plain', `it was ${secret}!`],
    ['in an address', `https://x.example/?s=${encodeURIComponent(secret)}`],
    ['in JSON', JSON.stringify({ any: `a"${secret}` })],
    ['in an error', new Error(`bad ${secret}`).stack ?? ''],
  ])('removes a planted secret %s', (_, text) => {
    const clean = redactor(text);
    expect(clean).not.toContain(secret);
    expect(clean).not.toContain(encodeURIComponent(secret));
    expect(clean).toContain('removed]');
  });

  it('removes a planted secret from base64 at any offset', () => {
    for (const before of ['', 'a', 'ab', 'abc', 'abcd']) {
      const clean = redactor(`x ${Buffer.from(`${before}${secret} tail`).toString('base64')} y`);
      expect(clean).toContain('[secret removed]');
      const rest = clean.replaceAll('[secret removed]', ' ').split(' ');
      for (const part of rest) {
        expect(Buffer.from(part, 'base64').toString('latin1')).not.toContain(secret.slice(3, -3));
      }
    }
  });

  it.each([
    [
      'signed query',
      `POST https://api.example.com/v1/p?authorization=${encodeURIComponent(authorization)}&date=Mon`,
    ],
    ['encoded query', `path%3Fdate%3DMon%26authorization%3Dc2lnbmF0dXJl`],
    ['authorization alone', `sent ${authorization}`],
    ['authorization string', `api_key="k1-hidden", signature="c2lnbmF0dXJl"`],
    ['header line', `Authorization: Bearer c2lnbmF0dXJl`],
    ['header member', `{"authorization":"c2lnbmF0dXJl","date":"Mon"}`],
    ['header member of inspect', `{ authorization: 'c2lnbmF0dXJl', date: 'Mon' }`],
    ['personal token', `token vouch_c2lnbmF0dXJl-_${'A'.repeat(29)}`],
    ['cookie', `Set-Cookie: session=c2lnbmF0dXJl`],
    ['session header', `x-vouch-session: c2lnbmF0dXJl`],
    ['member of settings', `{"apiKey":"k1-hidden","apiSecret":"c2lnbmF0dXJl"}`],
    ['escaped JSON', `"{\\"apiSecret\\":\\"c2lnbmF0dXJl\\"}"`],
    ['environment', `VOUCH_API_SECRET=c2lnbmF0dXJl VOUCH_API_KEY=k1-hidden`],
    ['password of a body', `{"email":"a@b","password":"k1-hidden\\"c2lnbmF0dXJl","name":"a"}`],
    ['password of a cut body', `{"newPassword": "c2lnbmF0dXJl`],
    ['password of escaped JSON', `"{\\"password\\":\\"c2lnbmF0dXJl\\"}"`],
    ['address of a database', `Error: connect postgres://vouch:c2lnbmF0dXJl:x@db:5432/vouch`],
    ['address of a proxy', `https://user:c2lnbmF0dXJl@proxy.example:8080`],
    ['cookie of an office', `key __Host-vouch-device=c2lnbmF0dXJl; Path=/`],
    ['link of an office', `GET https://office.example/#link=c2lnbmF0dXJl`],
    ['launch address', `http://127.0.0.1:4000/#token=c2lnbmF0dXJl`],
  ])('removes the signature and its parts: %s', (_, text) => {
    const clean = redact(text);
    expect(clean).not.toContain('c2lnbmF0dXJl');
    expect(clean).not.toContain('k1-hidden');
    expect(clean).not.toContain('YXBpX2tleT0i');
  });

  it('keeps the useful parts of a log', () => {
    const text =
      'POST api.example.com?date=Mon&authorization=abc -> 401 HMAC signature does not match (sid ase000@hu1)';
    expect(redact(text)).toBe(
      'POST api.example.com?date=Mon&authorization=[removed] -> 401 HMAC signature does not match (sid ase000@hu1)',
    );
    const addresses = 'http://127.0.0.1:4000/a:b@c.xml, li@office.example: the password is wrong';
    expect(redact(addresses)).toBe(addresses);
    expect(redact('发票 24112000000048542163：金额与税额不符')).toBe(
      '发票 24112000000048542163：金额与税额不符',
    );
  });

  it('removes pictures, complete and truncated', () => {
    const picture = randomBytes(3000).toString('base64');
    const clean = redact(`{"image":"${picture}"} and ${picture.slice(17, 999)}`);
    expect(clean).not.toContain(picture.slice(20, 60));
    expect(clean).toBe('{"image":"[base64, 4000 characters removed]"} and [base64, 982 characters removed]');
  });

  it('removes secrets in any context', () => {
    const word = fc
      .string({ minLength: 8, maxLength: 40, unit: 'binary-ascii' })
      .filter((s) => s.trim().length > 7);
    fc.assert(
      fc.property(word, fc.string(), fc.string(), (planted, before, after) => {
        // The placeholders for removed secrets are not leaks.
        fc.pre(!/removed|secret|base64|authorization/iu.test(planted));
        expect(createRedactor(() => [planted])(`${before}${planted}${after}`)).not.toContain(planted);
      }),
    );
  });

  it('is fast on long hostile text', () => {
    const start = performance.now();
    redact('authorization'.repeat(50_000));
    redact(`"api_key":"${'\\"'.repeat(100_000)}`);
    redact('a'.repeat(2_000_000));
    redact('://a:'.repeat(100_000));
    redact(`password":"${'\\\\'.repeat(200_000)}`);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
