import type { Bilingual } from '../language.ts';

const say = (zh: string, en: string): Bilingual => ({ zh, en });

/** The texts of the record of calls, which is loaded when it is opened. */
export const recordTexts = {
  none: say('该页没有调用过服务。', 'No call was made for this page.'),
  call: say('第 {{number}} 次调用', 'Call {{number}}'),
  ofOtherPage: say(
    '该调用来自内容相同的另一页，此处沿用其结果。',
    'Made for another page with the same content. Its result is used here.',
  ),
  hint: say('不含密钥、签名和图片。', 'Contains no secrets, signatures or pictures.'),
  copy: say('复制给技术支持', 'Copy for support'),
  copied: say('已复制。', 'Copied.'),
  yes: say('是', 'Yes'),
  states: {
    calling: say('进行中', 'In progress'),
    answered: say('已响应', 'Answered'),
    failed: say('失败', 'Failed'),
    cancelled: say('已取消', 'Cancelled'),
    interrupted: say(
      '中断：Vouch 在收到响应前已退出',
      'Interrupted: Vouch closed before the response arrived',
    ),
  },
  options: {
    points: say('特征点', 'feature points'),
    attributes: say('属性', 'attributes'),
  },
  lines: {
    started: say('开始时间', 'Started'),
    finished: say('结束时间', 'Ended'),
    lasted: say('耗时', 'Duration'),
    attempt: say('第几次尝试', 'Attempt'),
    sid: say('会话号（sid）', 'Session ID (sid)'),
    httpStatus: say('HTTP 状态码', 'HTTP status'),
    kind: say('类别 / 原因 / 错误码', 'Kind / reason / code'),
    message: say('含义', 'Meaning'),
    detail: say('服务器返回', 'Server response'),
    paid: say('可能已计费', 'May have been billed'),
    answerer: say('服务地址', 'Answered by'),
    appId: say('应用标识（APP ID）', 'APP ID'),
    options: say('请求内容', 'Options'),
    sent: say('发送的图片', 'Sent picture'),
    responseBytes: say('保存的响应', 'Stored response'),
    serverDate: say('服务器时间', 'Server date'),
    signedOffset: say('签名所用时钟偏差', 'Clock offset in the signature'),
    measuredOffset: say('测得的时钟偏差', 'Measured clock offset'),
    retryAfter: say('Retry-After（稍后重试）', 'Retry-After'),
  },
} as const satisfies Readonly<Record<string, Bilingual | Readonly<Record<string, Bilingual>>>>;
