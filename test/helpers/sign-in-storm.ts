import { openUsers } from '../../electron/office/users/office.ts';
import type { Pool } from '../../electron/office/store/client.ts';
import { createLocalClaims } from '../../electron/store/records/claim.ts';
import { good } from './office-users.ts';

const email = 'li@office.example';
/** Strangers who try at once. */
const atOnce = 20;

/**
 * Strangers try wrong passwords for the administrator's account; then the administrator signs in, and colleagues from
 * one address with right ones.
 * @param pool for the tables of an office's users, which are empty
 * @param counts attempts of strangers, their addresses, and right sign-ins
 * @returns what was wrong: empty if the administrator got in from a browser that was in before and by the console's link,
 *   an unknown browser was told to wait, no stranger got in, and all right ones from one address did
 */
export const signInStorm = async (
  pool: InstanceType<typeof Pool>,
  { wrong, addresses, right }: { readonly wrong: number; readonly addresses: number; readonly right: number },
): Promise<readonly string[]> => {
  const office = await openUsers(
    pool,
    createLocalClaims(() => new Date()),
  );
  const found: string[] = [];
  let known = '';
  const from = (address: string, device: string | null = null) => ({
    client: { address, program: 'test' },
    signedIn: null,
    key: null,
    setSession: () => {},
    device,
    setDevice: (secret: string) => {
      known = secret;
    },
  });
  const signIn = async (address: string, password: string, device: string | null = null) => {
    const answer = await office.answer('signIn', { email, password }, from(address, device));
    return answer.ok ? 'in' : answer.failure.id;
  };
  const first = await office.firstLink();
  const account = { email, name: 'Li Hua', password: good };
  const made = await office.answer('useLink', { link: first?.link, ...account }, from('10.0.0.1'));
  if (!made.ok) return [made.failure.id];
  const device = known;

  for (let sent = 0; sent < wrong; sent += atOnce) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(atOnce, wrong - sent) }, (_, index) =>
        signIn(`192.0.2.${(sent + index) % addresses}`, `guess ${sent + index}`),
      ),
    );
    if (answers.includes('in')) found.push(`a stranger is in after ${sent}`);
  }
  if ((await signIn('10.0.0.2', good)) === 'in') found.push('an unknown browser did not have to wait');
  const back = await signIn('10.0.0.1', good, device);
  if (back !== 'in') found.push(`the administrator’s browser was told ${back}`);
  const link = await office.consoleLink(email);
  if (!link.ok) found.push(`no link from the console: ${link.failure}`);
  else {
    const used = await office.answer('useLink', { link: link.value.link, ...account }, from('10.0.0.3'));
    if (!used.ok) found.push(`the console’s link: ${used.failure.id}`);
  }
  await pool.query('DELETE FROM sign_in_attempt');
  for (let sent = 0; sent < right; sent += atOnce) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(atOnce, right - sent) }, () => signIn('198.51.100.7', good)),
    );
    for (const answer of answers) if (answer !== 'in') found.push(`a right one was told ${answer}`);
  }
  return found;
};
