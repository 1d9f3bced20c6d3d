import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { NewLink, OfficeOutput } from '../../../shared/contract/office.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { tokenFailures } from '../../../shared/texts/desk.ts';
import {
  lastAdministratorAfter,
  linkMadeBy,
  officeCommandFailures,
} from '../../../shared/texts/office-failures.ts';
import type { Unit } from './database.ts';
import type { Link } from './links.ts';
import type { OfficeHandlers, OfficeRequest, Users } from './office-request.ts';
import { endSessions, type SignedIn } from './sessions.ts';
import { accountDigest } from './throttle.ts';
import type { UserStoreFailure } from './user-store.ts';

type Administering =
  | 'state'
  | 'people'
  | 'invite'
  | 'setRole'
  | 'switchAccount'
  | 'endSessions'
  | 'passwordLink'
  | 'tokensOf'
  | 'revokeTokenOf'
  | 'locks'
  | 'liftLock'
  | 'trail'
  | 'trailEntries';

const commandFailures = {
  unknown: officeCommandFailures.unknownUser,
  'last-administrator': officeCommandFailures.lastAdministrator,
  'few-approvers': officeCommandFailures.fewApprovers,
} as const satisfies Record<UserStoreFailure, CommandFailure>;

/** Administrators' commands on the users of an office. */
export const administerCommands = ({
  devices,
  links,
  personalTokens,
  throttle,
  userStore,
  auditLog,
  state,
  transact,
}: Users): OfficeHandlers<Administering, SignedIn> => {
  const notChanged = async (
    failure: UserStoreFailure,
    { signedIn: { user } }: OfficeRequest<SignedIn>,
  ): Promise<CommandFailure> => {
    const other = failure === 'last-administrator' ? await auditLog.lastAdministering(user.id) : null;
    return other === null ? commandFailures[failure] : lastAdministratorAfter(other);
  };
  const makeLink = async (
    link: Link,
    { signedIn: { user } }: OfficeRequest<SignedIn>,
    note: (unit: Unit) => Promise<void>,
  ): Promise<Result<NewLink, CommandFailure>> => {
    const made = await transact(async (unit) => {
      const done = await links.make(unit, link, user.name);
      if (done.ok) await note(unit);
      return done;
    });
    return made.ok ? made : failed(linkMadeBy(made.failure.by));
  };
  const emailOf = async (user: string): Promise<string | null> => (await userStore.find(user))?.email ?? null;
  return {
    state: async () => success(await state()),
    people: async () => success({ people: [...(await userStore.all())] }),
    invite: async ({ email, role }, request, note) => {
      if (await userStore.findByEmail(email)) return failed(officeCommandFailures.taken);
      const link = { kind: 'invitation', role, email, person: null } as const;
      return await makeLink(link, request, (unit) => note(unit, 'invited', `${email} ${role}`));
    },
    setRole: async ({ person, role }, request, note) => {
      const about = `${await emailOf(person)} ${role}`;
      const changed = await transact(async (unit) => {
        const done = await userStore.setRole(unit, person, role);
        if (done.ok) await note(unit, 'role-changed', about, { change: { field: 'role', ...done.value } });
        return done;
      });
      return changed.ok ? success({}) : failed(await notChanged(changed.failure, request));
    },
    switchAccount: async ({ person, on }, request, note) => {
      const about = `${await emailOf(person)} ${on ? 'on' : 'off'}`;
      const changed = await transact(async (unit) => {
        const done = await userStore.switchAccount(unit, person, on);
        if (done.ok)
          await note(unit, 'account-switched', about, { change: { field: 'role', ...done.value } });
        return done;
      });
      return changed.ok ? success({}) : failed(await notChanged(changed.failure, request));
    },
    endSessions: async ({ person }, _, note) => {
      const email = await emailOf(person);
      if (email === null) return failed(officeCommandFailures.unknownUser);
      return await transact(async (unit) => {
        await endSessions(unit, { user: person });
        await devices.forget(unit, person);
        await note(unit, 'sessions-ended', email);
        return success({});
      });
    },
    passwordLink: async ({ person }, request, note) => {
      const email = await emailOf(person);
      if (email === null) return failed(officeCommandFailures.unknownUser);
      const link = { kind: 'password', role: 'viewer', email: null, person } as const;
      return await makeLink(link, request, (unit) => note(unit, 'password-link-made', email));
    },
    tokensOf: async ({ person }) => {
      if ((await emailOf(person)) === null) return failed(officeCommandFailures.unknownUser);
      return success({ tokens: [...(await personalTokens.of(person))] });
    },
    revokeTokenOf: async ({ person, id }, _, note) => {
      const email = await emailOf(person);
      if (email === null) return failed(officeCommandFailures.unknownUser);
      return await transact(async (unit) => {
        const name = await personalTokens.revoke(unit, person, id);
        if (name === null) return failed(tokenFailures.unknownToken);
        await note(unit, 'token-revoked', `${email} ${name}`);
        return success({});
      });
    },
    locks: async () => {
      const people = new Map((await userStore.all()).map((user) => [accountDigest(user.email), user.id]));
      const locks = new Map<string, OfficeOutput<'locks'>['locks'][number]>();
      const reached = await throttle.locks();
      // Limits that are lifted together are one lock, which ends with the last of them.
      for (const { account, address, until } of reached.toSorted((one, other) => +one.until - +other.until)) {
        const person = account === null ? null : (people.get(account) ?? null);
        // What strangers typed instead of a user's address has no name.
        if (account !== null && person === null) continue;
        locks.set(JSON.stringify([person, address]), { person, address, until: until.toISOString() });
      }
      return success({ locks: [...locks.values()] });
    },
    liftLock: async ({ person, address }, _, note) => {
      const email = person === null ? null : await emailOf(person);
      if (person !== null && email === null) return failed(officeCommandFailures.unknownUser);
      return await transact(async (unit) => {
        await throttle.lift(unit, { email, address });
        await note(unit, 'lock-lifted', [email ?? '', address ?? ''].filter(Boolean).join(' '));
        return success({});
      });
    },
    trailEntries: async (question, _, note) => {
      const { from, to, person } = question;
      const found = await auditLog.find(question);
      // Without the text: the next search for it would find this entry.
      const about = [from, to, ...(person === null ? [] : [await emailOf(person)])];
      return await transact(async (unit) => {
        await note(unit, 'trail-read', about.join(' '));
        return success(found);
      });
    },
    trail: async ({ from, to }, _, note) => {
      // Before the file, which contains it.
      await transact((unit) => note(unit, 'trail-exported', `${from} ${to}`));
      const csv = await auditLog.csv(from, to);
      if (csv === null) return failed(officeCommandFailures.longTrail);
      return success({ name: `vouch-trail-${from}-${to}.csv`, csv });
    },
  };
};
