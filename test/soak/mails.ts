import { generatedMails, unboundedMails, wrongMails } from '../helpers/mails/check-mails.ts';
import { hostileMails } from '../helpers/mails/generate-mail.ts';

/**
 * Mails of both forms, nested, signed, encrypted, with names in every encoding: each attachment is found. Mails that try
 * to take too much are refused. Damaged ones end within the limits.
 */
export const run = async (rounds = 200): Promise<boolean> => {
  const mails = await generatedMails(rounds);
  const wrong = await wrongMails([...mails, ...(await hostileMails())]);
  const unbounded = await unboundedMails(mails, rounds * 10);
  for (const line of [...wrong, ...unbounded]) console.log(line);
  console.log({ mails: mails.length, wrong: wrong.length, unbounded: unbounded.length });
  return wrong.length + unbounded.length === 0;
};
