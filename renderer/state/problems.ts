import type { Problem } from '../../shared/contract/commands.ts';
import { noticesEn } from '../../shared/texts/notices-en.ts';
import { noticesZh } from '../../shared/texts/notices-zh.ts';

type Name = 'unreachable' | 'badReply' | 'tooLarge';

const problem = (id: string, name: Name): Problem => ({
  id,
  message: { zh: noticesZh.problem[name], en: noticesEn.problem[name] },
  remedy: { zh: noticesZh.problem[`${name}Remedy`], en: noticesEn.problem[`${name}Remedy`] },
});

/** Failures between the window and its host, before the backend is involved. */
export const problems = {
  unreachable: problem('unreachable', 'unreachable'),
  badReply: problem('bad-reply', 'badReply'),
  tooLarge: problem('too-large', 'tooLarge'),
} as const satisfies Record<string, Problem>;
