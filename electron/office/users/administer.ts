import { failed, success } from '../../../shared/result.ts';
import { officeCommandFailures } from '../../../shared/texts/office-command-failures.ts';
import type { SignedIn } from './accounts.ts';
import type { Asker, OfficeHandlers, People } from './asker.ts';
import type { RosterFailure } from './roster.ts';
import type { TrailAction } from './trail.ts';

type Administering =
  | 'people'
  | 'invite'
  | 'setRole'
  | 'switchAccount'
  | 'endSessions'
  | 'passwordLink'
  | 'trail';

const commandFailureOf = (failure: RosterFailure) =>
  failure === 'unknown' ? officeCommandFailures.unknownPerson : officeCommandFailures.lastAdministrator;

/** Administrators' commands on the users of an office. */
export const administerCommands = ({
  links,
  roster,
  trail,
}: People): OfficeHandlers<Administering, SignedIn> => {
  const note = (
    { me: { person }, visitor: { address } }: Asker<SignedIn>,
    action: TrailAction,
    about: string,
  ) => trail.add({ person, address, action, about });
  const emailOf = async (person: string): Promise<string | null> =>
    (await roster.find(person))?.email ?? null;
  return {
    people: async () => success({ people: [...(await roster.people())] }),
    invite: async ({ email, role }, asker) => {
      if (await roster.findByEmail(email)) return failed(officeCommandFailures.taken);
      const made = await links.make({ kind: 'invitation', role, email, person: null });
      await note(asker, 'invited', `${email} ${role}`);
      return success(made);
    },
    setRole: async ({ person, role }, asker) => {
      const changed = await roster.setRole(person, role);
      if (!changed.ok) return failed(commandFailureOf(changed.failure));
      await note(asker, 'role-changed', `${await emailOf(person)} ${role}`);
      return success({});
    },
    switchAccount: async ({ person, on }, asker) => {
      const changed = await roster.switchAccount(person, on);
      if (!changed.ok) return failed(commandFailureOf(changed.failure));
      await note(asker, 'account-switched', `${await emailOf(person)} ${on ? 'on' : 'off'}`);
      return success({});
    },
    endSessions: async ({ person }, asker) => {
      const email = await emailOf(person);
      if (email === null) return failed(officeCommandFailures.unknownPerson);
      await roster.endSessions(person, null);
      await note(asker, 'sessions-ended', email);
      return success({});
    },
    passwordLink: async ({ person }, asker) => {
      const email = await emailOf(person);
      if (email === null) return failed(officeCommandFailures.unknownPerson);
      const made = await links.make({ kind: 'password', role: 'reviewer', email: null, person });
      await note(asker, 'password-link-made', email);
      return success(made);
    },
    trail: async ({ from, to }, asker) => {
      await note(asker, 'trail-exported', `${from} ${to}`);
      return success({ name: `vouch-trail-${from}-${to}.csv`, csv: await trail.csv(from, to) });
    },
  };
};
