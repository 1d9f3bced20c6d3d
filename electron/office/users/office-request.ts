import type { z } from 'zod';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type {
  officeCommands,
  OfficeCommandName,
  OfficeOutput,
  OfficeState,
  User,
} from '../../../shared/contract/office.ts';
import type { OfficeAction } from '../../../shared/texts/audit-names.ts';
import type { Result } from '../../../shared/result.ts';
import type { PageClaims } from '../../store/port.ts';
import type { ValueChange } from '../../app/handlers.ts';
import type { Transact, Unit } from './database.ts';
import type { Accounts, Client } from './accounts.ts';
import type { Beginning } from './beginning.ts';
import type { Devices } from './devices.ts';
import type { PersonalTokens } from './personal-tokens.ts';
import type { Links } from './links.ts';
import type { Sessions, SignedIn } from './sessions.ts';
import type { UserStore } from './user-store.ts';
import type { Throttle } from './throttle.ts';
import type { AuditLog } from './audit-log.ts';

/** The dependencies of an office's commands. */
export type Users = {
  readonly transact: Transact;
  readonly accounts: Accounts;
  readonly beginning: Beginning;
  readonly devices: Devices;
  readonly sessions: Sessions;
  readonly claims: PageClaims;
  readonly links: Links;
  readonly personalTokens: PersonalTokens;
  readonly userStore: UserStore;
  readonly throttle: Throttle;
  readonly auditLog: AuditLog;
  /** How the office runs now. */
  readonly state: () => Promise<OfficeState>;
  readonly isDatabaseUp: () => Promise<boolean>;
};

/** The user and client address of a command. */
export type OfficeRequest<Who extends SignedIn | null> = {
  readonly client: Client;
  readonly signedIn: Who;
  /** Stores the key of a new session in the browser; null deletes the stored key. */
  readonly setSession: (key: string | null) => void;
  /** The session key of the request. */
  readonly key: string | null;
  /** The secret that the browser keeps since an earlier sign-in. */
  readonly device: string | null;
  readonly setDevice: (secret: string) => void;
};

type Input<Name extends OfficeCommandName> = z.output<(typeof officeCommands)[Name]['input']>;

/** What the declaration of a command lets its entries say. */
type ActionOf<Name extends OfficeCommandName> = Exclude<
  (typeof officeCommands)[Name]['audit'],
  'nothing'
>[number];

/** Writes an entry of a command in the audit log, in the transaction of what it is about. */
export type Note<Action extends OfficeAction> = (
  unit: Unit,
  action: Action,
  about: string,
  /** `user`: the one who is signed in, unless given. */
  more?: { readonly user?: Pick<User, 'id' | 'name'>; readonly change?: ValueChange },
) => Promise<void>;

/** Answers a command; `Who` is null if the command needs no signed-in user. */
export type OfficeHandler<Name extends OfficeCommandName, Who extends SignedIn | null> = (
  input: Input<Name>,
  request: OfficeRequest<Who>,
  note: Note<ActionOf<Name>>,
) => Promise<Result<OfficeOutput<Name>, CommandFailure>>;

export type OfficeHandlers<Name extends OfficeCommandName, Who extends SignedIn | null> = {
  readonly [One in Name]: OfficeHandler<One, Who>;
};
