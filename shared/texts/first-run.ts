import type { Bilingual } from '../language.ts';

const say = (zh: string, en: string): Bilingual => ({ zh, en });

/** The texts of the first steps, which are loaded only if they are shown. */
export const firstRunTexts = {
  title: say('三步开始使用', 'Get started in three steps'),
  skip: say('不再显示', 'Don’t show this again'),
  samples: say('先看看效果', 'See how it works'),
  account: say('填写账号密钥（可选）', 'Add an account (optional)'),
  accountDone: say('账号密钥已保存。', 'Account saved.'),
  change: say('修改账号密钥', 'Change account'),
  test: say('测试连接', 'Test connection'),
  testText: say(
    '检查网络、时钟、密钥和 APP ID 是否正确。不发送图片。',
    'Checks network, clock, keys and APP ID. No picture is sent.',
  ),
  ready: say('服务响应正常，可以开始使用了。', 'The service answered. Vouch is ready.'),
  begin: say('开始使用', 'Begin'),
  done: say('已完成', 'done'),
} as const satisfies Readonly<Record<string, Bilingual>>;
