import type { OpenedLink, Person } from '../../../shared/contract/office.ts';
import { weaknessOf } from '../../../shared/office/password.ts';
import { failed, success } from '../../../shared/result.ts';
import { officeCommandFailures, weakPassword } from '../../../shared/texts/office-failures.ts';
import type { NewAccount, SignedIn } from './accounts.ts';
import type { OfficeRequest, OfficeHandlers, People } from './office-request.ts';
import type { Link } from './links.ts';

/** The commands of users who are not signed in. */
export const enterCommands = (
  people: People,
): OfficeHandlers<'who' | 'signIn' | 'openLink' | 'useLink', SignedIn | null> => {
  const { accounts, links, roster, throttle, auditLog } = people;

  const signIn = async (
    email: string,
    password: string,
    { client, setSession }: OfficeRequest<SignedIn | null>,
  ) => {
    const signedIn = await accounts.signIn(email, password, client);
    if (!signedIn.ok) return signedIn;
    const { person, key } = signedIn.value;
    setSession(key);
    await auditLog.add({ person, address: client.address, action: 'signed-in', about: '' });
    return success(person);
  };

  /** The link if it is still valid: the first administrator's link ends once there is an administrator. */
  const validLink = async (link: Link | null): Promise<Link | null> =>
    link?.kind === 'first' && (await roster.hasAdministrator()) ? null : link;

  /** The user of a link, as far as the office knows. */
  const ownerOf = async (link: Link): Promise<Omit<OpenedLink, 'kind'>> => {
    const owner = link.person === null ? null : await roster.find(link.person);
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
      await roster.endSessions(link.person, null);
      const person = { id: link.person, name };
      await auditLog.add({ person, address, action: 'password-changed', about: 'by link' });
      return success(null);
    }
    const made = await accounts.make({ email, name, password, role: link.role });
    if (!made.ok) return failed(officeCommandFailures.taken);
    const person: Person = made.value;
    await auditLog.add({ person, address, action: 'account-made', about: `${email} ${link.role}` });
    return success(null);
  };

  return {
    who: (_, { signedIn }) => Promise.resolve(success({ person: signedIn?.person ?? null })),
    signIn: async ({ email, password }, request) => {
      const { address } = request.client;
      const attempt = { email, address };
      const allowed = await throttle.begin(attempt);
      const known = await roster.findByEmail(email);
      const about = known ? email : 'unknown account';
      if (allowed !== 'yes') {
        if (allowed === 'no-more')
          await auditLog.add({ person: null, address, action: 'sign-in-throttled', about });
        return failed(officeCommandFailures.throttled);
      }
      const person = await signIn(email, password, request);
      if (person.ok) {
        await throttle.succeed(attempt);
        return success({ person: person.value });
      }
      await auditLog.add({ person: null, address, action: 'sign-in-refused', about });
      return failed(
        person.failure === 'off' ? officeCommandFailures.accountOff : officeCommandFailures.wrongSignIn,
      );
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
      const link = await validLink(await links.take(secret));
      if (!link) return failed(officeCommandFailures.deadLink);
      const done = await redeemLink(link, account, request);
      if (!done.ok) return done;
      if (link.kind === 'first') await links.endAll('first');
      const person = await signIn(account.email, password, request);
      return person.ok ? success({ person: person.value }) : failed(officeCommandFailures.accountOff);
    },
  };
};
