import type { CommandFailure } from '../../shared/contract/commands.ts';
import { noticesEn } from '../../shared/texts/notices-en.ts';
import { noticesZh } from '../../shared/texts/notices-zh.ts';

type Name = 'unreachable' | 'badReply' | 'tooLarge';

const failure = (id: string, name: Name): CommandFailure => ({
  id,
  message: { zh: noticesZh.failure[name], en: noticesEn.failure[name] },
  remedy: { zh: noticesZh.failure[`${name}Remedy`], en: noticesEn.failure[`${name}Remedy`] },
});

/** Failures between the window and its host, before the backend is involved. */
export const failures = {
  unreachable: failure('unreachable', 'unreachable'),
  badReply: failure('bad-reply', 'badReply'),
  tooLarge: failure('too-large', 'tooLarge'),
} as const satisfies Record<string, CommandFailure>;
