import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languages } from '../../../../shared/language.ts';
import {
  authFailureOf,
  authFailures,
  failureReasons,
  failureSchema,
  type FailureReason,
} from '../../../../shared/services/failure.ts';
import { describeFailure, explainFailure, failureDetails } from '../../../../shared/services/catalogue.ts';
import { documentedCodes } from '../../../../shared/texts/service-failures.ts';
import { failureOf, maxDetail, detailLine } from '../../../../shared/services/failures.ts';
import { serviceIds, type ServiceId } from '../../../../shared/services/service.ts';

const codes = {
  'vat-invoice': [10010, 10019, 10106, 10163, 10222, 10313, 37042],
  'face-detect': [10010, 10019, 10106, 10163, 10222, 10313, 20002, 20007, 21006],
} as const satisfies Record<ServiceId, readonly number[]>;

const remedyOf = (service: ServiceId, code: number) =>
  describeFailure(service, failureOf('session-code', { code }), 'en').remedy;

const isChinese = (text: string) => /\p{Script=Han}/u.test(text);

const retryable = (reason: FailureReason, code: number) => failureOf(reason, { code }).retryable;

describe('the error tables', () => {
  it.each(serviceIds)('contain every documented code of %s', (service) => {
    expect(Object.keys(documentedCodes[service]).map(Number)).toEqual(codes[service]);
  });

  it('differ between the two services', () => {
    expect(remedyOf('vat-invoice', 10019)).toContain('Check the network');
    expect(remedyOf('face-detect', 10019)).toContain('Contact technical support');
    expect(remedyOf('vat-invoice', 10106)).not.toContain('face_detect_result');
    expect(remedyOf('face-detect', 10106)).toContain('face_detect_result');
    expect(remedyOf('vat-invoice', 10222)).toContain('jpg/jpeg/png/bmp');
    expect(remedyOf('face-detect', 10222)).toContain('(jpg/png/bmp)');
  });

  it('include the advice on face size and angles only with 20002', () => {
    expect(remedyOf('face-detect', 20002)).toMatch(/30×30.*60 degrees/);
    for (const code of codes['face-detect'].filter((other) => other !== 20002))
      expect(remedyOf('face-detect', code)).not.toMatch(/30|60/);
  });

  it('include the four authentication failures', () => {
    expect(authFailures.map(({ status, message }) => [status, message])).toEqual([
      [401, 'Unauthorized'],
      [401, 'HMAC signature cannot be verified'],
      [401, 'HMAC signature does not match'],
      [
        403,
        'HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication',
      ],
    ]);
  });

  it.each([
    [401, 'Unauthorized', 'unauthorized'],
    [401, ' unauthorized\n', 'unauthorized'],
    [401, 'HMAC signature cannot be verified', 'signature-unverifiable'],
    [403, 'HMAC signature cannot be verified', 'signature-unverifiable'],
    [401, 'HMAC signature does not match', 'signature-mismatch'],
    [
      403,
      'HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication',
      'clock-skew',
    ],
    [403, 'A valid date is required', 'clock-skew'],
    [403, ' hmac signature cannot be verified,  a valid date\nor X-Date header is required ', 'clock-skew'],
    [403, 'a valid date or x-date', 'clock-skew'],
    [401, 'A valid date is required', undefined],
    [403, 'Please send a valid date of birth', undefined],
    [403, 'The card has no valid date', undefined],
    [401, 'HMAC  signature does\tnot match', 'signature-mismatch'],
    [403, 'Your IP address is not allowed', undefined],
  ])('map %i "%s" to %s', (status, message, reason) => {
    expect(authFailureOf(status, message)?.reason).toBe(reason);
  });
});

describe('the description of a failure', () => {
  const every = serviceIds.flatMap((service) =>
    failureReasons.flatMap((reason) => languages.map((language) => ({ service, reason, language }))),
  );

  it.each(every)('has a text for $reason of $service in $language', ({ service, reason, language }) => {
    const { message, remedy } = describeFailure(
      service,
      failureOf(reason, { code: 500, detail: 'said so' }),
      language,
    );
    for (const text of [message, remedy]) {
      expect(text.trim().length).toBeGreaterThan(5);
      expect(text).not.toContain('undefined');
    }
    expect(isChinese(message)).toBe(language === 'zh');
    expect(isChinese(remedy)).toBe(language === 'zh');
    expect(message).toContain('said so');
  });

  it.each(every)('needs no text from the server for $reason of $service in $language', (entry) => {
    const { message } = describeFailure(entry.service, failureOf(entry.reason), entry.language);
    expect(message).not.toMatch(/null|undefined|[(（“「]\s*[)）”」]/u);
  });

  it.each(serviceIds.flatMap((service) => codes[service].map((code) => ({ service, code }))))(
    'describes $code of $service',
    ({ service, code }) => {
      for (const reason of ['session-code', 'service-code', 'object-code', 'ret'] as const)
        for (const language of languages) {
          const { message } = describeFailure(service, failureOf(reason, { code }), language);
          const documented = documentedCodes[service][code];
          expect(message).toContain(String(code));
          expect(message).toContain(documented?.meaning[language]);
          expect(message).toContain(documented?.description);
        }
    },
  );

  it('shows the detail of a code instead of its description', () => {
    const failure = failureOf('session-code', { code: 10163, detail: "param validate error: '$.header'" });
    expect(describeFailure('vat-invoice', failure, 'en').message).toBe(
      "Parameter validation failed (10163: param validate error: '$.header')",
    );
  });

  it('shows an unknown code with number and message, and where to look it up', () => {
    const failure = failureOf('session-code', { code: 11200, detail: 'auth no license' });
    expect(describeFailure('vat-invoice', failure, 'en')).toEqual({
      message: 'Unknown error code 11200: auth no license',
      remedy: 'Look up the code in the console',
    });
    expect(describeFailure('face-detect', failure, 'zh')).toEqual({
      message: '未知错误码 11200：auth no license',
      remedy: '请在控制台查询该错误码',
    });
    const silent = failureOf('ret', { code: -7 });
    expect(describeFailure('face-detect', silent, 'en').message).toBe('Unknown error code -7');
  });

  it('contains value, meaning and remedy of an authentication failure', () => {
    const failure = failureOf('signature-mismatch', { code: 401, detail: 'HMAC signature does not match' });
    const { message, remedy } = describeFailure('vat-invoice', failure, 'en');
    expect(message).toBe('The signature does not match (HTTP 401: HMAC signature does not match)');
    expect(remedy).toContain('44 bytes');
  });

  it('contains no HTTP status for a measured clock difference', () => {
    expect(describeFailure('vat-invoice', failureOf('clock-skew'), 'en').message).not.toContain('HTTP');
  });
});

describe('a failure', () => {
  it('has the kind of its reason, and is retryable only if it can pass', () => {
    for (const reason of failureReasons) {
      const failure = failureOf(reason);
      expect(failureSchema.parse(failure)).toEqual(failure);
      expect(failure.retryable).toBe(failure.kind === 'network' && reason !== 'tls');
    }
    for (const status of [429, 500, 502, 503, 504]) expect(retryable('status', status)).toBe(true);
    for (const status of [301, 400, 404, 407, 413, 418]) expect(retryable('status', status)).toBe(false);
    expect(retryable('proxy-page', 502)).toBe(true);
    for (const code of [10019, 10222]) {
      expect(retryable('session-code', code)).toBe(true);
      expect(retryable('service-code', code)).toBe(true);
    }
    for (const code of [10010, 10106, 10163, 10313, 20002, 20007, 21006, 37042, 429, 500])
      expect(retryable('session-code', code)).toBe(false);
    expect(retryable('refused', 503)).toBe(false);
  });

  it("keeps the server's text as one bounded printable line", () => {
    expect(detailLine('  a\r\n\tb\0c\u202Ed\u{1F600} ')).toBe('a b c d😀');
    expect(detailLine(' \n\0 ')).toBeNull();
    expect(detailLine(null)).toBeNull();
    expect(detailLine('x'.repeat(5_000))).toHaveLength(maxDetail);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (detail) => {
        const line = detailLine(detail);
        expect(line === null || (line.length <= maxDetail && !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(line))).toBe(true);
      }),
    );
  });
});

const explained = (reason: FailureReason, detail: string, code = 10163) =>
  explainFailure('vat-invoice', failureOf(reason, { code, detail }), 'en').message;

describe('the explanation of a failure for accountants', () => {
  const hostile = [
    '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>',
    '{"header": {"code": 0, "message": "success", "sid": "ase1"}, "payload": null}',
    'x'.repeat(5_000),
    'Bell\u0007 escape\u001b[31m \u202Ereversed\r\nsecond line',
    'write EPROTO 407D03E9577F0000:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number',
  ];
  const raw = /[<>{}]|\p{Cc}|\p{Cf}|HMAC|SSL|EPROTO|host\/date|base64|JSON/u;
  const every = serviceIds.flatMap((service) => failureReasons.map((reason) => ({ service, reason })));

  it.each(every)('has no technical text for $reason of $service', ({ service, reason }) => {
    for (const language of languages)
      for (const code of [null, 10163, 37042, 999_999, 502])
        for (const detail of [null, ...hostile]) {
          const failure = failureOf(reason, { code, detail });
          const { message, remedy } = explainFailure(service, failure, language);
          expect(message).not.toMatch(raw);
          expect(message.length).toBeLessThan(160);
          expect(remedy).not.toMatch(/HMAC|host\/date|44 /u);
          expect(remedy.trim().length).toBeGreaterThan(3);
          expect(isChinese(message)).toBe(language === 'zh');
        }
  });

  it("keeps the server's text for support, as one printable line", () => {
    for (const detail of hostile) {
      const details = failureDetails(failureOf('proxy-page', { code: 502, detail }));
      expect(details).toMatch(/^http \/ proxy-page · HTTP 502 · ./u);
      expect(details).not.toMatch(/\p{Cc}|\p{Cf}/u);
      expect(details.length).toBeLessThan(400);
    }
  });

  it('names the code of the service, which support asks for', () => {
    const failure = failureOf('service-code', { code: 37042, detail: 'Failure' });
    expect(explainFailure('vat-invoice', failure, 'zh').message).toBe('未检测到增值税发票要素（37042）');
    expect(explainFailure('vat-invoice', failureOf('ret', { code: -7 }), 'en').message).toBe(
      'The service reported an error that is not documented (-7)',
    );
  });

  it('distinguishes a wrong key, a busy service and a web page', () => {
    expect(explained('signature-mismatch', 'x', 401)).toBe('The API key or API secret is wrong');
    for (const reason of ['status', 'proxy-page'] as const)
      expect(explained(reason, '<html>', 502)).toBe('The service is temporarily unavailable');
    expect(explained('proxy-page', '<html>', 403)).toMatch(/web page/);
    expect(explained('status', '', 429)).toMatch(/Too many/);
    expect(explained('status', '', 407)).toMatch(/proxy/);
  });

  it('distinguishes a refused APP ID from a refused picture', () => {
    expect(explained('session-code', "param validate error: '$.header.app_id' length")).toBe(
      'The APP ID is wrong (10163)',
    );
    expect(explained('session-code', "param validate error: '$.payload' length")).toMatch(/picture/);
  });

  it('states the size of a file that is too large, without a library’s own message', () => {
    expect(explained('too-many-pixels', '20000 × 30000')).toBe(
      'The picture has too many pixels (20000 × 30000)',
    );
    expect(
      explained('too-many-pixels', 'Input image exceeds pixel limit: /home/user/invoice.png, while decoding'),
    ).toBe('The picture has too many pixels');
  });
});
