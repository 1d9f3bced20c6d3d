import type { Bilingual } from '../language.ts';

/** Both documents, Authentication failures, by reason. */
export const authTexts = {
  unauthorized: {
    meaning: { zh: '请求缺少 authorization 参数', en: 'The authorization parameter is missing' },
    remedy: {
      zh: '请检查是否有代理或网关去掉了地址中的参数',
      en: 'Check whether a proxy or gateway removes the query from the address',
    },
  },
  'signature-unverifiable': {
    meaning: { zh: '服务无法解析签名', en: 'The service could not parse the authorization' },
    remedy: {
      zh: '请检查签名各部分是否齐全，以及 API Key 是否正确',
      en: 'Check that all parts of the signature are present and that api_key is correct',
    },
  },
  'signature-mismatch': {
    meaning: { zh: '签名不一致', en: 'The signature does not match' },
    remedy: {
      zh: '请检查 API Key 与 API Secret、host/date/request-line 的拼接，以及 base64 签名是否为 44 字节',
      en: 'Check api_key and api_secret, the order of host, date and request-line, and that the base64 signature has 44 bytes',
    },
  },
  'clock-skew': {
    meaning: {
      zh: '时钟检查未通过：本机时间与服务器相差 300 秒以上',
      en: 'The clock check failed: this computer’s clock differs from the server’s by 300 seconds or more',
    },
    remedy: {
      zh: '请校准本机时钟（服务拒绝相差 5 分钟及以上的请求）',
      en: 'Correct this computer’s clock. The service refuses a difference of 5 minutes or more',
    },
  },
} as const satisfies Record<string, { readonly meaning: Bilingual; readonly remedy: Bilingual }>;
