import { expect, test } from 'vitest';
import { failureLine } from '../../../../../electron/app/files/page-line.ts';
import { failureOf } from '../../../../../shared/services/failures.ts';

const failed = {
  service: 'vat-invoice',
  failure: failureOf('session-code', { code: 10163, detail: 'bad\u001B[31m picture' }),
} as const;

test.each([
  ['en', '(session ID ase000704fa@dx16ade44e4d87a1c802)'],
  ['zh', '（会话号 ase000704fa@dx16ade44e4d87a1c802）'],
] as const)(
  'includes the session id that support asks for in a failed page on stderr (%s)',
  (language, session) => {
    const line = failureLine({ ...failed, sid: 'ase000704fa@dx16ade44e4d87a1c802' }, language);
    expect(line).toContain(session);
    expect(line).not.toMatch(/\p{Cc}/u);
    expect(failureLine(failed, language)).not.toContain(language === 'en' ? 'session a' : '会话');
  },
);
