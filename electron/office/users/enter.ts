import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { OpenedLink, User } from '../../../shared/contract/office.ts';
import { weaknessOf } from '../../../shared/office/password.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import {
  officeCommandFailures,
  throttledUntil,
  weakPassword,
} from '../../../shared/texts/office-failures.ts';
import type { NewAccount } from './accounts.ts';
import type { SignedIn } from './sessions.ts';
import type { SignInLock } from './throttle.ts';
import type { OfficeRequest, OfficeHandlers, Users } from './office-request.ts';
import type { Link } from './links.ts';

/** The commands of users who are not signed in. */
export const enterCommands = (
  users: Users,
): OfficeHandlers<'reach' | 'who' | 'signIn' | 'openLink' | 'useLink', SignedIn | null> => {
  const { accounts, beginning, devices, links, personalTokens, sessions, userStore, throttle, auditLog } =
    users;

  const signIn = async (
    email: string,
    password: string,
    { client, device, setSession, setDevice }: OfficeRequest<SignedIn | null>,
  ) => {
    const signedIn = await accounts.signIn(email, password, client);
    if (!signedIn.ok) return signedIn;
    const { user, key } = signedIn.value;
    await sessions.begin(key);
    setSession(key);
    setDevice(await devices.note(user.id, device));
    await auditLog.add({ user, address: client.address, action: 'signed-in', about: '' });
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

  /** Does what a link that has been used up is for. */
  const redeemLink = async (
    link: Link,
    { email, name, password }: Omit<NewAccount, 'role'>,
    { client: { address } }: OfficeRequest<SignedIn | null>,
  ) => {
    if (link.kind === 'password') {
      if (link.person === null) return failed(officeCommandFailures.deadLink);
      await accounts.setPassword(link.person, password);
      await userStore.endSessions(link.person, null);
      await personalTokens.revokeAll(link.person);
      await devices.forget(link.person);
      const user = { id: link.person, name };
      await auditLog.add({ user, address, action: 'password-changed', about: 'by link' });
      return success(null);
    }
    const made = await accounts.make({ email, name, password, role: link.role });
    if (!made.ok) return failed(officeCommandFailures.taken);
    const user: User = made.value;
    await auditLog.add({ user, address, action: 'account-made', about: `${email} ${link.role}` });
    return success(null);
  };

  return {
    reach: async () => success({ database: await users.isDatabaseUp() }),
    who: async (_, { signedIn, key }) =>
      success({
        person: signedIn?.user ?? null,
        ended: signedIn || key === null ? null : await sessions.endOf(key),
      }),
    signIn: async ({ email, password }, request) => {
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
      const user = await throttle.guard(attempt, () => signIn(email, password, request), note);
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
    useLink: async ({ link: secret, password, ...given }, request) => {
      const found = await validLink(await links.find(secret));
      if (!found) return failed(officeCommandFailures.deadLink);
      const owner = await ownerOf(found);
      // The link determines the user's address; only the first administrator enters one.
      const account = { email: owner.email ?? given.email, name: owner.name ?? given.name, password };
      const weakness = weaknessOf(password, account);
      if (weakness) return failed(weakPassword[weakness]);
      const redeem = async (): Promise<Result<null, CommandFailure>> => {
        const link = await validLink(await links.take(secret));
        return link ? await redeemLink(link, account, request) : failed(officeCommandFailures.deadLink);
      };
      // Whoever comes while another user becomes the first administrator keeps the link: the other one may fail.
      const done = found.kind === 'first' ? await beginning.only(redeem) : await redeem();
      if (!done.ok) return failed(done.failure === 'late' ? officeCommandFailures.deadLink : done.failure);
      if (found.kind === 'first') await links.endAll('first');
      const user = await signIn(account.email, password, request);
      return user.ok ? success({ person: user.value }) : failed(officeCommandFailures.accountOff);
    },
  };
};
