import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sign, signedQuery } from '../../../../../electron/extract/service/sign.ts';
import { serviceIds, servicePaths } from '../../../../../shared/services/service.ts';

/** Computed by another implementation from the two documents. */
const facts = [
  {
    service: 'vat-invoice',
    host: 'api.example.com',
    date: 'Fri, 17 Jul 2020 06:26:58 GMT',
    apiKey: 'a'.repeat(32),
    apiSecret: 'b'.repeat(32),
    signature: 'hq7C4XwB++S2CrHL70ytc7LiTbqRlJrv9J/LLWKI/N8=',
    authorization:
      'YXBpX2tleT0iYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWEiLCBhbGdvcml0aG09ImhtYWMtc2hhMjU2IiwgaGVhZGVycz0iaG9zdCBkYXRlIHJlcXVlc3QtbGluZSIsIHNpZ25hdHVyZT0iaHE3QzRYd0IrK1MyQ3JITDcweXRjN0xpVGJxUmxKcnY5Si9MTFdLSS9OOD0i',
  },
  {
    service: 'face-detect',
    host: 'ocr.example.cn:8443',
    date: 'Thu, 01 Jan 1970 00:00:00 GMT',
    apiKey: '0123456789abcdef0123456789abcdef',
    apiSecret: 'ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4',
    signature: 'W/qglv9DCVSz4OiprWadtqTw6e21MFLtJCdyqFFKjs8=',
    authorization:
      'YXBpX2tleT0iMDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWYiLCBhbGdvcml0aG09ImhtYWMtc2hhMjU2IiwgaGVhZGVycz0iaG9zdCBkYXRlIHJlcXVlc3QtbGluZSIsIHNpZ25hdHVyZT0iVy9xZ2x2OURDVlN6NE9pcHJXYWR0cVR3NmUyMU1GTHRKQ2R5cUZGS2pzOD0i',
  },
] as const;

describe('sign', () => {
  it.each(facts)(
    'agrees with another implementation for $service at $host',
    ({ signature, authorization, ...input }) => {
      expect(sign(input)).toEqual({
        signatureOrigin: `host: ${input.host}\ndate: ${input.date}\nPOST ${servicePaths[input.service]} HTTP/1.1`,
        signature,
        authorization,
      });
    },
  );

  it('follows the construction for any input', () => {
    const text = fc.stringMatching(/^[!#-~]{1,40}$/);
    fc.assert(
      fc.property(fc.constantFrom(...serviceIds), text, text, text, (service, host, apiKey, apiSecret) => {
        const date = new Date(0).toUTCString();
        const signed = sign({ service, host, date, apiKey, apiSecret });
        expect(signed.signature).toBe(
          createHmac('sha256', apiSecret).update(signed.signatureOrigin).digest('base64'),
        );
        expect(signed.signature).toHaveLength(44);
        expect(Buffer.from(signed.authorization, 'base64').toString()).toBe(
          `api_key="${apiKey}", algorithm="hmac-sha256", headers="host date request-line", signature="${signed.signature}"`,
        );
      }),
    );
  });

  it('signs the path that is sent, if the base URL has one', () => {
    const signed = sign({ ...facts[0], path: '/gateway/v1/private/s824758f1' });
    expect(signed.signatureOrigin).toMatch(/\nPOST \/gateway\/v1\/private\/s824758f1 HTTP\/1\.1$/);
    expect(signed.signature).not.toBe(facts[0].signature);
  });
});

describe('the signed query', () => {
  it('decodes from the address unchanged', () => {
    fc.assert(
      fc.property(
        fc.base64String({ minLength: 4 }),
        fc.string(),
        fc.string(),
        (authorization, host, date) => {
          const query = new URLSearchParams(signedQuery(authorization, host, date));
          expect([...query]).toEqual([
            ['authorization', authorization],
            ['host', host],
            ['date', date],
          ]);
        },
      ),
    );
  });

  it('escapes every character with a meaning in an address', () => {
    expect(signedQuery('a+b/c==', 'h:1', 'Fri, 17 Jul 2020 06:26:58 GMT')).toBe(
      'authorization=a%2Bb%2Fc%3D%3D&host=h%3A1&date=Fri%2C%2017%20Jul%202020%2006%3A26%3A58%20GMT',
    );
  });
});
