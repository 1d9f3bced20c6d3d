import type { QueryExecutorProvider } from 'kysely';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { OfficeOutput } from '../../../shared/contract/office.ts';
import type { ValueChange } from '../../app/handlers.ts';
import { failed, success } from '../../../shared/result.ts';
import { tokenFailures } from '../../../shared/texts/desk.ts';
import {
  lastAdministratorAfter,
  linkMadeBy,
  officeCommandFailures,
} from '../../../shared/texts/office-failures.ts';
import type { AuditAction } from './audit-log.ts';
import type { OfficeHandlers, OfficeRequest, Users } from './office-request.ts';
import type { SignedIn } from './sessions.ts';
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
}: Users): OfficeHandlers<Administering, SignedIn> => {
  const note = (
    { signedIn: { user }, client: { address } }: OfficeRequest<SignedIn>,
    action: AuditAction,
    about: string,
    within?: QueryExecutorProvider,
    change?: ValueChange,
  ) => auditLog.add({ user, address, action, about, ...(change ? { change } : {}) }, within);
  const notChanged = async (
    failure: UserStoreFailure,
    { signedIn: { user } }: OfficeRequest<SignedIn>,
  ): Promise<CommandFailure> => {
    const other = failure === 'last-administrator' ? await auditLog.lastAdministering(user.id) : null;
    return other === null ? commandFailures[failure] : lastAdministratorAfter(other);
  };
  const emailOf = async (user: string): Promise<string | null> => (await userStore.find(user))?.email ?? null;
  return {
    state: async () => success(await state()),
    people: async () => success({ people: [...(await userStore.all())] }),
    invite: async ({ email, role }, request) => {
      if (await userStore.findByEmail(email)) return failed(officeCommandFailures.taken);
      const link = { kind: 'invitation', role, email, person: null } as const;
      const made = await links.makeAs(link, request.signedIn.user.name);
      if (!made.ok) return failed(linkMadeBy(made.failure.by));
      await note(request, 'invited', `${email} ${role}`);
      return made;
    },
    setRole: async ({ person, role }, request) => {
      const about = `${await emailOf(person)} ${role}`;
      const changed = await userStore.setRole(person, role, (unit, changes) =>
        note(request, 'role-changed', about, unit, { field: 'role', ...changes }),
      );
      return changed.ok ? success({}) : failed(await notChanged(changed.failure, request));
    },
    switchAccount: async ({ person, on }, request) => {
      const about = `${await emailOf(person)} ${on ? 'on' : 'off'}`;
      const changed = await userStore.switchAccount(person, on, (unit, changes) =>
        note(request, 'account-switched', about, unit, { field: 'role', ...changes }),
      );
      return changed.ok ? success({}) : failed(await notChanged(changed.failure, request));
    },
    endSessions: async ({ person }, request) => {
      const email = await emailOf(person);
      if (email === null) return failed(officeCommandFailures.unknownUser);
      await userStore.endSessions(person, null);
      await devices.forget(person);
      await note(request, 'sessions-ended', email);
      return success({});
    },
    passwordLink: async ({ person }, request) => {
      const email = await emailOf(person);
      if (email === null) return failed(officeCommandFailures.unknownUser);
      const link = { kind: 'password', role: 'viewer', email: null, person } as const;
      const made = await links.makeAs(link, request.signedIn.user.name);
      if (!made.ok) return failed(linkMadeBy(made.failure.by));
      await note(request, 'password-link-made', email);
      return made;
    },
    tokensOf: async ({ person }) => {
      if ((await emailOf(person)) === null) return failed(officeCommandFailures.unknownUser);
      return success({ tokens: [...(await personalTokens.of(person))] });
    },
    revokeTokenOf: async ({ person, id }, request) => {
      const email = await emailOf(person);
      if (email === null) return failed(officeCommandFailures.unknownUser);
      const name = await personalTokens.revoke(person, id);
      if (name === null) return failed(tokenFailures.unknownToken);
      await note(request, 'token-revoked', `${email} ${name}`);
      return success({});
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
    liftLock: async ({ person, address }, request) => {
      const email = person === null ? null : await emailOf(person);
      if (person !== null && email === null) return failed(officeCommandFailures.unknownUser);
      await throttle.lift({ email, address });
      await note(request, 'lock-lifted', [email ?? '', address ?? ''].filter(Boolean).join(' '));
      return success({});
    },
    trailEntries: async (question, request) => {
      const { from, to, person } = question;
      const found = await auditLog.find(question);
      // Without the text: the next search for it would find this entry.
      const about = [from, to, ...(person === null ? [] : [await emailOf(person)])];
      await note(request, 'trail-read', about.join(' '));
      return success(found);
    },
    trail: async ({ from, to }, request) => {
      await note(request, 'trail-exported', `${from} ${to}`);
      const csv = await auditLog.csv(from, to);
      if (csv === null) return failed(officeCommandFailures.longTrail);
      return success({ name: `vouch-trail-${from}-${to}.csv`, csv });
    },
  };
};
