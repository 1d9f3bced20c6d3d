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

/** An entry of a document's error table. */
type DocumentedCode = {
  /** As in the document; the response may append a detail. */
  readonly description: string;
  readonly meaning: Bilingual;
  readonly remedy: Bilingual;
};

const licence: DocumentedCode = {
  description: 'service license not enough',
  meaning: { zh: '授权不足', en: 'Insufficient licence' },
  remedy: {
    zh: '请联系服务方技术支持，确认该应用已开通此服务且授权未用完',
    en: 'Contact technical support: the application may not have this service, or its quota is used up',
  },
};

const sessionTimedOut = { zh: '会话超时', en: 'Session timed out' };
const parameterInvalid = { zh: '参数校验失败', en: 'Parameter validation failed' };

const parameterDetail: DocumentedCode = {
  description: 'param validate error',
  meaning: parameterInvalid,
  remedy: {
    zh: '请检查参数，并确认图片经 base64 编码后不超过 4 MB',
    en: 'Check the parameters, and that the picture does not exceed 4 MB after base64',
  },
};

const appIdInvalid: DocumentedCode = {
  description: 'invalid appid',
  meaning: { zh: 'APP ID 无效', en: 'Invalid APP ID' },
  remedy: {
    zh: '请在设置中填写控制台里的 APP ID，不能为空，也不能有多余字符',
    en: 'Enter the APP ID of the console in the settings, without other characters',
  },
};

const callFailed = { zh: '调用失败', en: 'Call failed' };

/** vat-invoice.md, Errors. */
const invoiceCodes = {
  10010: licence,
  10019: {
    description: 'service read buffer timeout, session timeout',
    meaning: sessionTimedOut,
    remedy: { zh: '请检查网络后重试', en: 'Check the network, then try again' },
  },
  10106: {
    description: 'wrapper output data invalid(key or type)',
    meaning: parameterInvalid,
    remedy: { zh: '请检查参数是否正确上传', en: 'Check that the parameters are sent correctly' },
  },
  10163: parameterDetail,
  10222: {
    description: 'context deadline exceeded',
    meaning: callFailed,
    remedy: {
      zh: '请检查图片是否已上传、格式（jpg、jpeg、png、bmp）以及大小',
      en: 'Check that the picture was sent, its format (jpg/jpeg/png/bmp) and its size',
    },
  },
  10313: appIdInvalid,
  37042: {
    description: 'Failure',
    meaning: { zh: '未检测到增值税发票要素', en: 'No VAT invoice elements detected' },
    remedy: { zh: '请检查图片是否为增值税发票', en: 'Check that the picture shows a VAT invoice' },
  },
} satisfies Record<number, DocumentedCode>;

/** face-detect.md, Errors; 20002 includes its requirements on faces (What the service does). */
const faceCodes = {
  10010: licence,
  10019: {
    description: 'service read buffer timeout, session timeout',
    meaning: sessionTimedOut,
    remedy: { zh: '请联系服务方技术支持', en: 'Contact technical support' },
  },
  10106: {
    description: 'wrapper output data invalid(key or type)',
    meaning: parameterInvalid,
    remedy: {
      zh: '请检查参数，尤其是 face_detect_result',
      en: 'Check the parameters, especially face_detect_result',
    },
  },
  10163: parameterDetail,
  10222: {
    description: 'context deadline exceeded',
    meaning: callFailed,
    remedy: {
      zh: '请检查图片是否已上传、格式（jpg、png、bmp）以及大小',
      en: 'Check that the picture was sent, its format (jpg/png/bmp) and its size',
    },
  },
  10313: appIdInvalid,
  20002: {
    description: 'face detection interface failed',
    meaning: { zh: '未能检测到人脸', en: 'Face detection failed' },
    remedy: {
      zh: '请检查图片中是否有符合要求的清晰人脸：人脸不小于 30×30 像素，俯仰、偏航和翻滚角在 60 度以内效果更好；并检查参数是否有效',
      en: 'Check that the picture contains a clear face of at least 30×30 pixels, best with pitch, yaw and roll within 60 degrees. Check the parameters',
    },
  },
  20007: {
    description: 'request image data lost',
    meaning: { zh: '服务收到的图片数据为空', en: 'The service received an empty picture' },
    remedy: { zh: '请检查图片数据是否已提交', en: 'Check that the picture was sent' },
  },
  21006: {
    description: 'feature extraction interface failed',
    meaning: { zh: '未能提取主要人脸的特征', en: 'The features of the main face could not be extracted' },
    remedy: {
      zh: '请检查图片中是否有人脸，以及参数是否有效',
      en: 'Check that the picture contains a face, and check the parameters',
    },
  },
} satisfies Record<number, DocumentedCode>;

/** The error table of each document by code. */
export const documentedCodes: Readonly<
  Record<'vat-invoice' | 'face-detect', Readonly<Record<number, DocumentedCode>>>
> = {
  'vat-invoice': invoiceCodes,
  'face-detect': faceCodes,
};

/** The meaning of a code that no document lists. */
export const unknownCode = (code: string): Bilingual => ({
  zh: `未知错误码 ${code}`,
  en: `Unknown error code ${code}`,
});

/** The remedy for a code that no document lists (both documents only refer to their lookup). */
export const unknownCodeRemedy: Bilingual = {
  zh: '请在控制台查询该错误码',
  en: 'Look up the code in the console',
};

/** A code of a service's error table; undefined for one that the document does not list. */
export const documentedCode = (
  service: keyof typeof documentedCodes,
  code: number,
): DocumentedCode | undefined => documentedCodes[service][code];
