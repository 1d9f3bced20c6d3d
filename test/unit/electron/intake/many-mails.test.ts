import { expect, test } from 'vitest';
import { generatedMails, unboundedMails, wrongMails } from '../../../helpers/mails/check-mails.ts';
import { hostileMails } from '../../../helpers/mails/generate-mail.ts';

// The long form: `npm run soak -- mails`.
test('every attachment of mails in many forms is found, and nothing else', async () => {
  const mails = await generatedMails(20);
  const found = mails.flatMap(({ expected }) => expected);
  // The generator makes what it is there for.
  for (const reason of ['mail-encrypted', 'archive-too-deep', 'mail-empty'])
    expect(found.some(([, what]) => what === reason)).toBe(true);
  expect(await wrongMails(mails)).toEqual([]);
  expect(await unboundedMails(mails, 40)).toEqual([]);
}, 120_000);

test('a mail that tries to take too much is refused', async () => {
  // Only the limit on parts needs the full number; the soak tries that.
  const mails = (await hostileMails(200)).filter(({ what }) => !what.startsWith('too many'));
  expect(await wrongMails(mails)).toEqual([]);
}, 120_000);
