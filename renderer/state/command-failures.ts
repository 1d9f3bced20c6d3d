import type { CommandFailure } from '../../shared/contract/commands.ts';
import { noticesEn } from '../../shared/texts/notices-en.ts';
import { noticesZh } from '../../shared/texts/notices-zh.ts';

type Name = 'unreachable' | 'badResponse' | 'tooLarge' | 'notCopied';

const failure = (id: string, name: Name): CommandFailure => ({
  id,
  message: { zh: noticesZh.failure[name], en: noticesEn.failure[name] },
  remedy: { zh: noticesZh.failure[`${name}Remedy`], en: noticesEn.failure[`${name}Remedy`] },
});

/** Failures of the window, or between it and its host. The backend is not involved. */
export const failures = {
  unreachable: failure('unreachable', 'unreachable'),
  badResponse: failure('bad-response', 'badResponse'),
  tooLarge: failure('too-large', 'tooLarge'),
  notCopied: failure('not-copied', 'notCopied'),
} as const satisfies Record<string, CommandFailure>;

/** A response that is not Vouch's, such as a proxy's page: its status and type are for support. */
export const badResponseOf = ({ status, headers }: Pick<Response, 'status' | 'headers'>): CommandFailure => ({
  ...failures.badResponse,
  details: `HTTP ${status}, ${headers.get('content-type') ?? '-'}`,
});
