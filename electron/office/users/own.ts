import { weaknessOf } from '../../../shared/office/password.ts';
import { failed, success } from '../../../shared/result.ts';
import { officeCommandFailures, weakPassword } from '../../../shared/texts/office-command-failures.ts';
import type { SignedIn } from './accounts.ts';
import type { OfficeHandlers, People } from './asker.ts';

type Own =
  | 'signOut'
  | 'changePassword'
  | 'sessions'
  | 'endSession'
  | 'claim'
  | 'claimFirst'
  | 'giveBack'
  | 'claims';

/** Users' commands on their own sign-in, and on the pages that they have open. */
export const ownCommands = ({
  accounts,
  claims,
  roster,
  throttle,
  trail,
}: People): OfficeHandlers<Own, SignedIn> => ({
  claim: async ({ page }, { me: { person } }) => success({ isOwn: await claims.take(person.id, page) }),
  claimFirst: async ({ pages }, { me: { person } }) =>
    success({ page: await claims.takeFirst(person.id, pages) }),
  giveBack: async (_, { me: { person } }) => {
    await claims.giveBack(person.id);
    return success({});
  },
  claims: async () => {
    const all = await claims.all();
    const names = await roster.names(all.map(({ person }) => person));
    return success({
      claims: all.flatMap(({ page, person }) => {
        const name = names.get(person);
        return name === undefined ? [] : [{ page, person, name }];
      }),
    });
  },
  signOut: async (_, { me: { person }, key, give, visitor: { address } }) => {
    await claims.giveBack(person.id);
    if (key !== null) await accounts.signOut(key);
    give(null);
    await trail.add({ person, address, action: 'signed-out', about: '' });
    return success({});
  },
  changePassword: async ({ now, next }, { me: { person, session }, visitor: { address } }) => {
    const weakness = weaknessOf(next, person);
    if (weakness) return failed(weakPassword[weakness]);
    // Nobody may guess the password at an unattended window.
    const attempt = { email: person.email, address };
    if ((await throttle.begin(attempt)) !== 'yes') return failed(officeCommandFailures.throttled);
    if (!(await accounts.isPasswordOf(person.id, now))) return failed(officeCommandFailures.wrongPassword);
    await throttle.succeed(attempt);
    await accounts.setPassword(person.id, next);
    await roster.endSessions(person.id, session);
    await trail.add({ person, address, action: 'password-changed', about: '' });
    return success({});
  },
  sessions: async (_, { me: { person, session } }) =>
    success({ sessions: [...(await roster.sessions(person.id, session))] }),
  endSession: async ({ id }, { me: { person }, visitor: { address } }) => {
    if (!(await roster.endSession(person.id, id))) return failed(officeCommandFailures.unknownSession);
    await trail.add({ person, address, action: 'session-ended', about: '' });
    return success({});
  },
});
