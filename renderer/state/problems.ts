import type { Problem } from '../../shared/contract/commands.ts';
import { en } from '../../shared/texts/en.ts';
import { zh } from '../../shared/texts/zh.ts';

type Name = 'unreachable' | 'badReply' | 'tooLarge';

const problem = (id: string, name: Name): Problem => ({
  id,
  message: { zh: zh.problem[name], en: en.problem[name] },
  remedy: { zh: zh.problem[`${name}Remedy`], en: en.problem[`${name}Remedy`] },
});

/** Failures between the window and its host, before the backend is involved. */
export const problems = {
  unreachable: problem('unreachable', 'unreachable'),
  badReply: problem('bad-reply', 'badReply'),
  tooLarge: problem('too-large', 'tooLarge'),
} as const satisfies Record<string, Problem>;
