import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { OpenedLink } from '../../../shared/contract/office.ts';
import { weaknessOf } from '../../../shared/office/password.ts';
import { flawOfName } from '../../../shared/office/user-name.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import {
  officeCommandFailures,
  throttledUntil,
  weakPassword,
} from '../../../shared/texts/office-failures.ts';
import type { NewAccount } from './accounts.ts';
import { revokeTokens } from './personal-tokens.ts';
import { endSessions, type SignedIn } from './sessions.ts';
import type { SignInLock } from './throttle.ts';
import type { Note, OfficeRequest, OfficeHandlers, Users } from './office-request.ts';
import type { Link } from './links.ts';

/** The commands of users who are not signed in. */
export const enterCommands = (
  users: Users,
): OfficeHandlers<'reach' | 'who' | 'signIn' | 'openLink' | 'useLink', SignedIn | null> => {
  const { accounts, beginning, devices, links, sessions, userStore, throttle, auditLog, transact } = users;

  const signIn = async (
    email: string,
    password: string,
    { client, device, setSession, setDevice }: OfficeRequest<SignedIn | null>,
    note: Note<'signed-in'>,
  ) => {
    const signedIn = await accounts.signIn(email, password, client);
    if (!signedIn.ok) return signedIn;
    const { user, key } = signedIn.value;
    const kept = await transact(async (unit) => {
      await sessions.begin(unit, key);
      await note(unit, 'signed-in', '', { user });
      return await devices.note(unit, user.id, device);
    });
    setSession(key);
    setDevice(kept);
    return success(user);
  };

  /** The link if it is still valid: the first administrator's link ends once there is an administrator. */
  const validLink = async (link: Link | null): Promise<Link | null> =>
    link?.kind === 'first' && (await userStore.hasAdministrator()) ? null : link;

  /** The user of a link, as far as the office knows. */
  const ownerOf = async (link: Link): Promise<Omit<OpenedLink, 'kind'>> => {
    const owner = link.person === null ? null : await userStore.find(link.person);
    return owner ?? { email: link.email, name: null };
  };

  /** Uses up a link and does what it is for; neither without the other. */
  const redeem = (
    secret: string,
    { email, name, hash }: Omit<NewAccount, 'role'>,
    note: Note<'account-made' | 'password-changed'>,
  ): Promise<Result<null, CommandFailure>> =>
    transact(async (unit) => {
      const link = await links.take(unit, secret);
      if (!link || (link.kind === 'password' && link.person === null))
        return failed(officeCommandFailures.deadLink);
      if (link.person !== null) {
        await accounts.setPassword(unit, link.person, hash);
        await endSessions(unit, { user: link.person });
        await revokeTokens(unit, link.person);
        await devices.forget(unit, link.person);
        await note(unit, 'password-changed', 'by link', { user: { id: link.person, name } });
        return success(null);
      }
      const made = await accounts.make(unit, { email, name, hash, role: link.role });
      if (!made.ok) return failed(officeCommandFailures[made.failure]);
      if (link.kind === 'first') await links.endAll(unit, 'first');
      await note(unit, 'account-made', `${email} ${link.role}`, { user: made.value });
      return success(null);
    });

  return {
    reach: async () => success({ database: await users.isDatabaseUp() }),
    who: async (_, { signedIn, key }) =>
      success({
        person: signedIn?.user ?? null,
        ended: signedIn || key === null ? null : await sessions.endOf(key),
      }),
    signIn: async ({ email, password }, request, entry) => {
      const { address } = request.client;
      const known = await userStore.findByEmail(email);
      const about = known ? email : 'unknown account';
      const note = (lock: SignInLock) =>
        auditLog.add({
          user: null,
          address,
          action: 'sign-in-throttled',
          about: [lock.account === null ? '' : about, lock.address ?? ''].filter(Boolean).join(' '),
        });
      const attempt = { email, address, device: await devices.knownFor(email, request.device) };
      const user = await throttle.guard(attempt, () => signIn(email, password, request, entry), note);
      if (user.ok) return success({ person: user.value });
      const { failure } = user;
      if (typeof failure === 'object') return failed(throttledUntil(failure.until, new Date()));
      await auditLog.add({ user: null, address, action: 'sign-in-refused', about });
      return failed(failure === 'off' ? officeCommandFailures.accountOff : officeCommandFailures.wrongSignIn);
    },
    openLink: async ({ link: secret }) => {
      const link = await validLink(await links.find(secret));
      if (!link) return failed(officeCommandFailures.deadLink);
      return success({ kind: link.kind, ...(await ownerOf(link)) });
    },
    useLink: async ({ link: secret, password, ...given }, request, note) => {
      const found = await validLink(await links.find(secret));
      if (!found) return failed(officeCommandFailures.deadLink);
      const owner = await ownerOf(found);
      // The link determines the user's address; only the first administrator enters one.
      const known = { email: owner.email ?? given.email, name: owner.name ?? given.name };
      const flaw = owner.name === null ? flawOfName(given.name) : null;
      if (flaw) return failed(officeCommandFailures[flaw]);
      const weakness = weaknessOf(password, known);
      if (weakness) return failed(weakPassword[weakness]);
      const account = { ...known, hash: await accounts.hash(password) };
      const use = () => redeem(secret, account, note);
      // Whoever comes while another user becomes the first administrator keeps the link: the other one may fail.
      const done = found.kind === 'first' ? await beginning.only(use) : await use();
      if (!done.ok) return failed(done.failure === 'late' ? officeCommandFailures.deadLink : done.failure);
      const user = await signIn(account.email, password, request, note);
      return user.ok ? success({ person: user.value }) : failed(officeCommandFailures.accountOff);
    },
  };
};
