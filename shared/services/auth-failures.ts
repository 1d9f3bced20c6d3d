import type { Bilingual } from '../language.ts';
import type { FailureReason } from './failure.ts';

/** A row of the table of authentication failures, the same in both documents. */
export type AuthFailure = {
  readonly status: 401 | 403;
  /** The value of the body's `message`. */
  readonly message: string;
  readonly reason: Extract<
    FailureReason,
    'unauthorized' | 'signature-unverifiable' | 'signature-mismatch' | 'clock-skew'
  >;
  readonly meaning: Bilingual;
  readonly remedy: Bilingual;
};

/** Both documents, Authentication failures. */
export const authFailures: readonly AuthFailure[] = [
  {
    status: 401,
    message: 'Unauthorized',
    reason: 'unauthorized',
    meaning: { zh: '请求缺少 authorization 参数', en: 'The authorization parameter is missing' },
    remedy: {
      zh: '请加上 authorization 参数：检查是否有代理或网关去掉了地址中的参数',
      en: 'Add the authorization parameter: check whether a proxy or gateway strips the query of the address',
    },
  },
  {
    status: 401,
    message: 'HMAC signature cannot be verified',
    reason: 'signature-unverifiable',
    meaning: { zh: '服务无法解析签名', en: 'The authorization could not be parsed' },
    remedy: {
      zh: '请检查签名各部分是否齐全，以及 APIKey 是否正确',
      en: 'Check that all signature parts are present and the api_key is right',
    },
  },
  {
    status: 401,
    message: 'HMAC signature does not match',
    reason: 'signature-mismatch',
    meaning: { zh: '签名不一致', en: 'The signature does not match' },
    remedy: {
      zh: '请检查 APIKey 与 APISecret、host/date/request-line 的拼接，以及 base64 签名是否为 44 字节',
      en: 'Check api_key and api_secret, the host/date/request-line assembly, and that the base64 signature is 44 bytes',
    },
  },
  {
    status: 403,
    message:
      'HMAC signature cannot be verified, a valid date or x-date header is required for HMAC Authentication',
    reason: 'clock-skew',
    meaning: {
      zh: '时钟检查未通过：本机时间与服务器相差 300 秒以上',
      en: 'The clock check failed: this computer differs from the server by more than 300 seconds',
    },
    remedy: {
      zh: '请校准本机时钟（相差 5 分钟及以上即失败）',
      en: "Correct this computer's clock (5 minutes or more of difference fails)",
    },
  },
];

const comparable = (message: string) => message.trim().replaceAll(/\s+/gu, ' ').toLowerCase();

/** "a valid date or x-date header is required", or a part of it; never a date of birth. */
const asksForDate = /\bvalid date(?: or x-date)?(?: header)? is required\b|\bdate or x-date\b/u;

/** Only a 403 is the clock check; what it asks for is a valid date. */
const isClockCheck = (status: number, message: string) =>
  status === 403 && asksForDate.test(comparable(message));

/** What a 401 or 403 with this `message` means; undefined for one that the documents do not list. */
export const authFailureOf = (status: number, message: string): AuthFailure | undefined =>
  authFailures.find((entry) =>
    entry.reason === 'clock-skew'
      ? isClockCheck(status, message)
      : comparable(entry.message) === comparable(message),
  );
