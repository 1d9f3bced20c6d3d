import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeResponse } from '../../../../../electron/extract/service/decode-response.ts';
import { failureSchema } from '../../../../../shared/services/failure.ts';
import { serviceIds, type ServiceId } from '../../../../../shared/services/service.ts';
import { goodResponse } from '../../../../helpers/fault-server.ts';
import { decodedFaces, faceText, decodedInvoices, invoiceText, looseness } from '../../../../helpers/wire.ts';

const blocks = { 'vat-invoice': 'result', 'face-detect': 'face_detect_result' } as const;

const response = (
  service: ServiceId,
  text: unknown,
  header: object = { code: 0, sid: 'sid-1', message: 'success' },
) => Buffer.from(JSON.stringify({ header, payload: { [blocks[service]]: { text } } }));

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');

const face = '{"ret":0,"face_num":0}';

const failureOf = (service: ServiceId, body: Buffer) => {
  const { sid, outcome } = decodeResponse(service, body, []);
  if (outcome.ok) throw new Error('Expected a failure');
  return { sid, ...outcome.failure };
};

/** For any input: an extraction of this service, or a failure in its proper form. */
const isEnd = (service: ServiceId, body: Buffer) => {
  const { outcome } = decodeResponse(service, body, []);
  if (outcome.ok) expect(outcome.value.service).toBe(service);
  else expect(failureSchema.parse(outcome.failure)).toEqual(outcome.failure);
};

describe('a valid response', () => {
  it('gives the extraction and the session id', () => {
    expect(decodeResponse('face-detect', response('face-detect', base64(face)), [])).toEqual({
      sid: 'sid-1',
      outcome: { ok: true, value: { service: 'face-detect', faces: { declaredCount: 0, faces: [] } } },
    });
  });

  it.each([
    ['a trailing NUL', `${face}\0`],
    ['several NULs and line ends', `${face}\0\0\n\0\r\n`],
    ['a leading byte-order mark', `\uFEFF${face}`],
    ['a trailing byte-order mark', `${face}\uFEFF`],
    ['a byte-order mark and a NUL', `\uFEFF${face}\0`],
  ])('may have %s in the decoded text', (_, text) => {
    expect(decodeResponse('face-detect', response('face-detect', base64(text)), []).outcome.ok).toBe(true);
    expect(
      decodeResponse(
        'face-detect',
        Buffer.from(`\uFEFF${response('face-detect', base64(text)).toString()}\0`),
        [],
      ).outcome.ok,
    ).toBe(true);
  });

  it('may lack sid, message and everything optional', () => {
    const body = response('face-detect', base64(face), { code: 0 });
    expect(decodeResponse('face-detect', body, [])).toMatchObject({ sid: null, outcome: { ok: true } });
  });

  it('is parsed for all generated contents of the services', () => {
    fc.assert(
      fc.property(decodedInvoices, looseness, decodedFaces, (invoice, loose, faces) => {
        const invoiceBody = response('vat-invoice', base64(JSON.stringify(invoiceText(invoice, loose))));
        expect(decodeResponse('vat-invoice', invoiceBody, []).outcome).toEqual({
          ok: true,
          value: { service: 'vat-invoice', invoice },
        });
        const faceBody = response(
          'face-detect',
          base64(JSON.stringify(faceText(faces, (names) => names.toReversed()))),
        );
        expect(decodeResponse('face-detect', faceBody, []).outcome).toEqual({
          ok: true,
          value: { service: 'face-detect', faces },
        });
      }),
      { numRuns: 100 },
    );
  });

  it('may have a text of 48 million characters', () => {
    const text = base64(`{"ret":0,"x_filler":"${'x'.repeat(36_000_000)}"}`);
    expect(decodeResponse('face-detect', response('face-detect', text), []).outcome.ok).toBe(true);
  });
});

describe('an unreadable response', () => {
  it.each([
    ['an empty body', ''],
    ['truncated JSON', goodResponse('vat-invoice').toString().slice(0, -30)],
    ['a web page', '<html><body>Login</body></html>'],
    ['plain text', 'upstream connect error'],
    ['two documents', '{}{}'],
    ['NULs', '\0\0'],
  ])('is not JSON: %s', (_, body) => {
    expect(failureOf('vat-invoice', Buffer.from(body))).toEqual({
      sid: null,
      kind: 'reply',
      reason: 'reply-not-json',
      code: null,
      detail: body.startsWith('\0') || body === '' ? null : expect.stringContaining(body.slice(0, 20)),
      retryable: false,
      mayHaveBeenPaid: true,
    });
  });

  it.each([
    ['header', '{}'],
    ['header', 'null'],
    ['header', '[]'],
    ['header', '"text"'],
    ['header', '{"header":[]}'],
    ['header.code', '{"header":{}}'],
    ['header.code', '{"header":{"code":"zero"}}'],
    ['header.code', '{"header":{"code":null}}'],
    ['header.code', '{"header":{"code":0.5}}'],
    ['payload.result.text', '{"header":{"code":0}}'],
    ['payload.result.text', '{"header":{"code":0},"payload":null}'],
    ['payload.result.text', '{"header":{"code":0},"payload":{"result":{}}}'],
    ['payload.result.text', '{"header":{"code":0},"payload":{"result":{"text":7}}}'],
    ['payload.result.text', '{"header":{"code":0},"payload":{"face_detect_result":{"text":"e30="}}}'],
  ])('lacks %s: %s', (member, body) => {
    expect(failureOf('vat-invoice', Buffer.from(body))).toMatchObject({
      kind: 'reply',
      reason: 'reply-member-missing',
      detail: member,
      mayHaveBeenPaid: true,
    });
  });

  it.each(['%%%', 'e3 0', 'e', 'e30=e30=', '====', '{"ret":0}', 'ｅ30=', 'e30-', 'e30_'])(
    'has a text that is not base64: %j',
    (text) => {
      expect(failureOf('face-detect', response('face-detect', text))).toMatchObject({
        sid: 'sid-1',
        kind: 'reply',
        reason: 'reply-not-base64',
      });
    },
  );

  it.each([
    ['an empty text', ''],
    ['a truncated document', '{"ret":0,"face_'],
    ['plain text', 'internal error'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xc4, 0xe3, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from(face, 'utf16le')],
  ])('has a decoded text that is not JSON: %s', (_, text) => {
    expect(failureOf('face-detect', response('face-detect', base64(text)))).toMatchObject({
      sid: 'sid-1',
      kind: 'reply',
      reason: 'reply-text-not-json',
      mayHaveBeenPaid: true,
    });
  });

  it('keeps the first bytes for the record, printable and bounded', () => {
    const { detail } = failureOf('vat-invoice', Buffer.from(`\u0007<b>${'长'.repeat(2_000)}`));
    expect(detail).toMatch(/^<b>长+…$/);
    expect(detail?.length).toBeLessThanOrEqual(300);
  });
});

describe('a response that reports a failure', () => {
  it.each([
    [
      'header.code',
      response('vat-invoice', '', { code: 10313, message: 'invalid appid', sid: 's' }),
      'session',
      'session-code',
      10313,
      'invalid appid',
    ],
    [
      'header.code without payload',
      Buffer.from('{"header":{"code":10019}}'),
      'session',
      'session-code',
      10019,
      null,
    ],
    [
      'error_code',
      response('vat-invoice', base64('{"error_code":37042,"error_msg":"Failure"}')),
      'service',
      'service-code',
      37042,
      'Failure',
    ],
    [
      "the object's error_code",
      response(
        'vat-invoice',
        base64('{"error_code":0,"object_list":[{"error_code":9,"error_msg":"blurred"}]}'),
      ),
      'service',
      'object-code',
      9,
      'blurred',
    ],
  ])('by %s', (_, body, kind, reason, code, detail) => {
    expect(failureOf('vat-invoice', body)).toMatchObject({
      kind,
      reason,
      code,
      detail,
      mayHaveBeenPaid: false,
    });
  });

  it('by ret', () => {
    expect(failureOf('face-detect', response('face-detect', base64('{"ret":20002}')))).toMatchObject({
      kind: 'service',
      reason: 'ret',
      code: 20002,
      retryable: false,
    });
  });
});

describe('hostile responses', () => {
  it.each(serviceIds)('%s: 500 mutations of a valid one end as an extraction or a failure', (service) => {
    const good = goodResponse(service);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(good.length), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        fc.nat(good.length),
        (changes, length) => {
          const body = Buffer.from(good);
          for (const [at, byte] of changes) body[at] = byte;
          isEnd(service, body);
          isEnd(service, body.subarray(0, length));
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each(serviceIds)('%s: 500 random documents and texts end as an extraction or a failure', (service) => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (document, text) => {
        isEnd(service, Buffer.from(JSON.stringify(document)));
        isEnd(service, Buffer.from(text));
        isEnd(service, response(service, base64(JSON.stringify(document))));
        isEnd(service, response(service, document));
        isEnd(service, response(service, base64(text), { code: document, sid: document, message: document }));
      }),
      { numRuns: 500 },
    );
  });

  it.each(serviceIds)(
    '%s: 500 documents with members of the wrong kind end as an extraction or a failure',
    (service) => {
      const names = fc.constantFrom(
        'ret',
        'face_1',
        'face_2',
        'point_1',
        'property',
        'x',
        'y',
        'error_code',
        'object_list',
        'region_list',
        'text_block_list',
        'text_sent_list',
        'position',
        'tl_point',
        'type',
        'key',
        'value',
        '__proto__',
        'constructor',
      );
      const { node } = fc.letrec<{ node: unknown }>((tie) => ({
        node: fc.oneof(
          { maxDepth: 6 },
          fc.constantFrom(0, 1, -1, 1e308, '', '0', null, true, [], {}),
          fc.dictionary(names, tie('node'), { maxKeys: 6 }),
          fc.array(tie('node'), { maxLength: 3 }),
        ),
      }));
      fc.assert(
        fc.property(node, (text) => {
          const merged = { ret: 0, error_code: 0, ...(typeof text === 'object' ? text : {}) };
          isEnd(service, response(service, base64(JSON.stringify(merged))));
        }),
        { numRuns: 500 },
      );
    },
  );

  it.each(serviceIds)('%s: unlimited nesting does no harm', (service) => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    isEnd(service, Buffer.from(deep));
    isEnd(
      service,
      response(service, base64(`{"ret":0,"error_code":0,"face_1":${deep},"object_list":${deep}}`)),
    );
  });

  it('a member named __proto__ changes nothing', () => {
    const text = '{"__proto__":{"ret":0},"face_1":{}}';
    expect(failureOf('face-detect', response('face-detect', base64(text))).detail).toBe('ret');
  });
});
