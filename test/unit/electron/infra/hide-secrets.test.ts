import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeResponse } from '../../../../electron/extract/service/decode-response.ts';
import { formsOf, hiderOf } from '../../../../electron/infra/hide-secrets.ts';
import { sign } from '../../../../electron/extract/service/sign.ts';
import { goodResponse } from '../../../helpers/fault-server.ts';
import { asNumbers, placesOf } from '../../../helpers/secret-search.ts';
import { plantedKeys } from '../../../helpers/service-calls.ts';

const { apiKey, apiSecret } = plantedKeys;
const { authorization, signature } = sign({
  service: 'vat-invoice',
  host: 'a.example',
  date: 'Tue, 28 May 2024 08:09:10 GMT',
  apiKey,
  apiSecret,
});
const secrets = formsOf([apiKey, apiSecret, signature, authorization], [apiKey, apiSecret, signature]);
const hide = hiderOf(secrets);
const origin = Buffer.from(authorization, 'base64').toString();

describe('a text', () => {
  it.each([
    ['plain', apiSecret],
    ['the authorization', authorization],
    ['percent-encoded', encodeURIComponent(authorization)],
    ['truncated', authorization.slice(0, 60)],
    ['as escaped JSON', JSON.stringify(origin).slice(1, -1)],
    ['without its first 7 characters', authorization.slice(7)],
    ['as \\u escapes', asNumbers(apiKey)],
    ['as \\u escapes after an escaped backslash', `\\\\${asNumbers(apiKey)}`],
    ['with escaped slashes', signature.replaceAll('/', '\\/')],
    ['in upper case', apiSecret.toUpperCase()],
    ['in lower case', apiKey.toLowerCase()],
    ['its last 20 characters', apiSecret.slice(-20)],
    ['its first 15 characters', apiSecret.slice(0, 15)],
    ['its middle', apiSecret.slice(8, 26)],
    ['in hex', Buffer.from(apiSecret).toString('hex')],
    ['in upper-case hex', Buffer.from(apiKey).toString('hex').toUpperCase()],
    ['percent-encoded in full', [...Buffer.from(apiSecret)].map((b) => `%${b.toString(16)}`).join('')],
    ['percent-encoded twice', [...Buffer.from(apiSecret)].map((b) => `%25${b.toString(16)}`).join('')],
    ['in decimal entities', [...Buffer.from(apiSecret)].map((b) => `&#${b};`).join('')],
    ['in hexadecimal entities', [...Buffer.from(apiSecret)].map((b) => `&#x${b.toString(16)};`).join('')],
    ['as base64 of UTF-16', Buffer.from(apiSecret, 'utf16le').toString('base64')],
    ['in base64 twice', Buffer.from(`  ${origin}`).toString('base64')],
  ])('%s: loses the secret and keeps the words around it', (_, given) => {
    const hidden = hide(`{"detail":"before ${given} after"}`);
    const { detail } = JSON.parse(hidden) as { detail: string };
    expect(detail).toMatch(/^before .*\[removed\].* after$/su);
    expect(placesOf([apiKey, apiSecret, signature], [['detail', detail]])).toEqual([]);
  });

  it('in UTF-16 loses the secret in either byte order', () => {
    for (const swap of [false, true]) {
      const bytes = Buffer.from(`{"detail":"${apiSecret}"}`, 'utf16le');
      const hidden = hide((swap ? bytes.swap16() : bytes).toString());
      expect(hidden.replaceAll('\0', '')).toContain('[removed]');
      expect(hidden.replaceAll('\0', '')).not.toContain(apiSecret.slice(0, 12));
    }
  });

  it('with no secret is unchanged, with any escapes', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(hide(json)).toBe(json);
      }),
    );
    const escaped = String.raw`{"a":"\u0041\/\\u0042","b":"发票"}`;
    expect(hide(escaped)).toBe(escaped);
  });

  it('keeps its meaning if escapes are next to a secret', () => {
    const text = String.raw`{"a":"\u0022\u005c\/\n\u53d1","b":"${apiKey}"}`;
    expect(JSON.parse(hide(text))).toEqual({ a: '"\\/\n发', b: '[removed]' });
  });
});

const responseWith = (text: string, more: object = {}): Buffer =>
  Buffer.from(
    JSON.stringify({ header: { code: 0, sid: 's' }, payload: { result: { text, ...more }, other: more } }),
  );
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('a response', () => {
  it.each([
    ['plain', JSON.stringify({ error_code: 5, error_msg: `no: ${origin}` })],
    ['escaped', `{"error_code":5,"error_msg":"no: ${asNumbers(origin)}"}`],
    ['in base64', JSON.stringify({ error_code: 5, error_msg: `no: ${authorization.slice(3)}` })],
  ])('is saved and decoded without the secret in its text (%s)', (_, text) => {
    const { outcome, hiddenResponse } = decodeResponse('vat-invoice', responseWith(base64(text)), secrets);
    if (outcome.ok || !hiddenResponse) throw new Error('Nothing was hidden');
    expect(outcome.failure).toMatchObject({ reason: 'service-code', code: 5 });
    const { payload } = JSON.parse(hiddenResponse.toString()) as { payload: { result: { text: string } } };
    const kept = Buffer.from(payload.result.text, 'base64').toString();
    expect(outcome.failure.detail).toMatch(/^no: .*\[removed\]/u);
    const places = [
      hiddenResponse.toString(),
      kept,
      JSON.parse(kept).error_msg,
      outcome.failure.detail ?? '',
    ];
    expect(
      placesOf(
        [apiKey, apiSecret],
        places.map((place, at) => [String(at), place]),
      ),
    ).toEqual([]);
    expect(decodeResponse('vat-invoice', hiddenResponse, []).outcome).toEqual(outcome);
  });

  it('keeps its figures next to a secret', () => {
    const good = decodeResponse('vat-invoice', goodResponse('vat-invoice'), []);
    const { payload } = JSON.parse(goodResponse('vat-invoice').toString()) as {
      payload: { result: { text: string } };
    };
    const body = responseWith(payload.result.text, { text2: base64(origin), [apiKey]: apiSecret });
    const { outcome, hiddenResponse } = decodeResponse('vat-invoice', body, secrets);
    expect(outcome).toEqual(good.outcome);
    expect(placesOf([apiKey, apiSecret], [['kept', hiddenResponse ?? body]])).toEqual([]);
  });

  it.each([
    ['not JSON', Buffer.from(`<p>${origin} ${authorization}</p>`)],
    ['base64 of other text', responseWith(base64(`<p>${origin}</p>`))],
    ['base64 of binary data', responseWith(Buffer.from([0xff, ...Buffer.from(origin)]).toString('base64'))],
    ['invalid base64', responseWith(`{${origin}}`)],
  ])('is saved without a secret if it is unreadable: %s', (_, body) => {
    const { outcome, hiddenResponse } = decodeResponse('vat-invoice', body, secrets);
    const detail = outcome.ok ? null : outcome.failure.detail;
    expect(detail).not.toBeNull();
    const places = [
      detail ?? '',
      hiddenResponse ?? body,
      Buffer.from(hiddenResponse?.toString() ?? '', 'base64'),
    ];
    expect(
      placesOf(
        [apiKey, apiSecret],
        places.map((place, at) => [String(at), place]),
      ),
    ).toEqual([]);
  });

  it('with no secret is saved unchanged', () => {
    const body = goodResponse('vat-invoice');
    expect(decodeResponse('vat-invoice', body, secrets)).toEqual(decodeResponse('vat-invoice', body, []));
  });
});
