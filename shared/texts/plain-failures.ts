import type { Bilingual } from '../language.ts';
import { failureTexts } from './failures.ts';
import { menuGroupTexts, menuTexts } from './menu.ts';

/** A failure in the words of an accountant, without terms of the protocol. */
export type PlainText = { readonly message: Bilingual; readonly remedy: Bilingual };

const retryThenSupport: Bilingual = {
  zh: '请稍后重新识别；如仍出现，请把详细信息交给服务方技术支持',
  en: 'Recognize again later. If it fails again, give the details to technical support',
};

const unreadableResponse: PlainText = {
  message: { zh: '服务的响应无法读取', en: 'The response of the service can’t be read' },
  remedy: retryThenSupport,
};

const wrongKeys: PlainText = {
  message: { zh: 'API Key 或 API Secret 不正确', en: 'The API key or API secret is wrong' },
  remedy: {
    zh: '请从控制台重新复制粘贴，注意不要带空格，也不要与其他应用的混用',
    en: 'Copy both from the console again, without blanks and from the same application',
  },
};

/** A refused parameter: of the parameters, only the picture depends on the user. */
export const pictureRefused: PlainText = {
  message: { zh: '服务未接受这张图片', en: 'The service did not accept this picture' },
  remedy: {
    zh: '请检查图片是否清晰、是否超过 4 MB，再重新识别；如仍出现，请把详细信息交给服务方技术支持',
    en: 'Check that the picture is clear and under 4 MB, then recognize again. If it fails again, give the details to technical support',
  },
};

export const wrongAppId: PlainText = {
  message: { zh: 'APP ID 不正确', en: 'The APP ID is wrong' },
  remedy: {
    zh: '请从控制台复制 APP ID，粘贴到设置中',
    en: 'Copy the APP ID from the console into the settings',
  },
};

const importList: Bilingual = {
  zh: `「${menuGroupTexts.books.zh} › ${menuTexts.matchList.zh}」`,
  en: `“${menuGroupTexts.books.en} › ${menuTexts.matchList.en}”`,
};

/** Texts for reasons whose other text is for programmers or the command line. */
export const plainReasons = {
  spreadsheet: {
    message: failureTexts.spreadsheet.message,
    remedy: {
      zh: `税务局的发票清单请用${importList.zh}与账本比对；其他表格请另存为 PDF 后再添加`,
      en: `Compare a list of the tax bureau with ${importList.en}. Save any other spreadsheet as PDF, then add it again`,
    },
  },
  'old-spreadsheet': {
    message: failureTexts['old-spreadsheet'].message,
    remedy: {
      zh: `税务局的发票清单请先在 Excel 中另存为 .xlsx，再用${importList.zh}与账本比对；其他表格请另存为 PDF 后再添加`,
      en: `Save a list of the tax bureau as .xlsx in Excel, then use ${importList.en}. Save any other spreadsheet as PDF, then add it again`,
    },
  },
  'signature-mismatch': wrongKeys,
  'signature-unverifiable': wrongKeys,
  unauthorized: {
    message: { zh: '请求的授权信息在传输途中丢失', en: 'The request lost its authorization in transit' },
    remedy: {
      zh: '请检查设置中的服务地址和代理；如仍出现，请联系网络管理员',
      en: 'Check the base URL and the proxy in the settings. If it fails again, ask your network administrator',
    },
  },
  'clock-skew': {
    message: {
      zh: '本机时间与服务器相差 5 分钟以上',
      en: 'This computer’s clock is off by 5 minutes or more',
    },
    remedy: { zh: '请校准本机时间后重试', en: 'Correct the clock, then try again' },
  },
  'too-large': {
    message: { zh: '图片过大，超过服务的 4 MB 上限', en: 'The picture is over the service’s limit of 4 MB' },
    remedy: {
      zh: '请降低分辨率或提高压缩率后再添加',
      en: 'Reduce its resolution or compress it more, then add it again',
    },
  },
  'proxy-page': {
    message: {
      zh: '收到的是网页，不是识别服务的响应',
      en: 'Received a web page instead of the service’s response',
    },
    remedy: {
      zh: '请检查代理设置和服务地址，或先登录所在网络',
      en: 'Check the proxy and the base URL in the settings, or sign in to your network first',
    },
  },
  'reply-not-json': {
    message: { zh: '服务的响应不完整', en: 'The response of the service is incomplete' },
    remedy: {
      zh: '请检查网络和代理，再重新识别',
      en: 'Check the network and the proxy, then recognize again',
    },
  },
  'reply-member-missing': unreadableResponse,
  'reply-not-base64': unreadableResponse,
  'reply-text-not-json': unreadableResponse,
} as const satisfies Record<string, PlainText>;

/** Texts for documented codes of both services whose documented text is for programmers. */
export const plainCodes: Readonly<Record<number, PlainText>> = {
  10019: {
    message: { zh: '服务处理超时', en: 'The service took too long' },
    remedy: retryThenSupport,
  },
  10106: pictureRefused,
  10163: pictureRefused,
  10222: {
    message: { zh: '服务调用失败', en: 'The service could not complete the call' },
    remedy: {
      zh: '请重新识别；如仍出现，请检查图片格式和大小，或把详细信息交给服务方技术支持',
      en: 'Recognize again. If it fails again, check format and size of the picture, or give the details to technical support',
    },
  },
  10313: wrongAppId,
  20002: {
    message: { zh: '未检测到人脸', en: 'No face was detected' },
    remedy: {
      zh: '请检查照片中是否有清晰的人脸：不小于 30×30 像素，且偏转角度不要过大',
      en: 'Check that the photo shows a clear face of at least 30×30 pixels that is not turned too far',
    },
  },
  20007: {
    message: { zh: '服务收到的图片是空的', en: 'The service received an empty picture' },
    remedy: retryThenSupport,
  },
  21006: {
    message: { zh: '未能提取人脸特征', en: 'The features of the face could not be extracted' },
    remedy: {
      zh: '请检查照片中是否有清晰的人脸',
      en: 'Check that the photo shows a clear face',
    },
  },
};

/** A code that no document lists. */
export const plainUnknownCode: PlainText = {
  message: { zh: '服务返回了文档中没有的错误', en: 'The service reported an error that is not documented' },
  remedy: {
    zh: '请在控制台查询该错误码，或把详细信息交给服务方技术支持',
    en: 'Look up the code in the console, or give the details to technical support',
  },
};

/** HTTP statuses that give more information than a refusal. */
export const plainStatus = (status: number): PlainText | null => {
  if (status >= 500)
    return {
      message: { zh: '识别服务暂时不可用', en: 'The service is temporarily unavailable' },
      remedy: {
        zh: '请稍后重新识别；如仍出现，请检查代理设置',
        en: 'Recognize again later. If it fails again, check the proxy in the settings',
      },
    };
  if (status === 429)
    return {
      message: {
        zh: '请求过于频繁，服务暂不接受',
        en: 'Too many requests: the service is not accepting more',
      },
      remedy: {
        zh: '请稍后重新识别，或在设置中减少同时调用数',
        en: 'Recognize again later, or allow fewer concurrent calls in the settings',
      },
    };
  if (status === 407)
    return {
      message: { zh: '代理要求用户名和密码', en: 'The proxy requires a user name and password' },
      remedy: {
        zh: '请在一分钟后重新识别，并在桌面程序询问时输入用户名和密码；也可以将带用户名和密码的代理地址填入环境变量 HTTPS_PROXY',
        en: 'Recognize again after a minute, and enter them when the desktop program asks; or put the proxy’s address with both into the environment variable HTTPS_PROXY',
      },
    };
  if (status === 404)
    return {
      message: { zh: '该服务地址没有识别服务', en: 'There is no recognition service at this base URL' },
      remedy: { zh: '请检查设置中的服务地址', en: 'Check the base URL in the settings' },
    };
  return null;
};

/** Any other status with which a server refuses. */
export const plainRefusal: PlainText = {
  message: { zh: '服务器拒绝了请求', en: 'The server refused the request' },
  remedy: {
    zh: '请检查设置中的服务地址和代理；如仍出现，请把详细信息交给技术支持',
    en: 'Check the base URL and the proxy in the settings. If it fails again, give the details to technical support',
  },
};
