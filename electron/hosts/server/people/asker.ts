import type { z } from 'zod';
import type { CommandFailure } from '../../../../shared/contract/commands.ts';
import type { officeCommands, OfficeCommandName, OfficeReply } from '../../../../shared/contract/office.ts';
import type { Result } from '../../../../shared/result.ts';
import type { PageClaims } from '../../../store/port.ts';
import type { Accounts, SignedIn, Visitor } from './accounts.ts';
import type { Links } from './links.ts';
import type { Roster } from './roster.ts';
import type { Throttle } from './throttle.ts';
import type { Trail } from './trail.ts';

/** What the commands of an office work with. */
export type People = {
  readonly accounts: Accounts;
  readonly claims: PageClaims;
  readonly links: Links;
  readonly roster: Roster;
  readonly throttle: Throttle;
  readonly trail: Trail;
};

/** Who gives a command, and from where. */
export type Asker<Me extends SignedIn | null> = {
  readonly visitor: Visitor;
  readonly me: Me;
  /** Hands the browser the key of a new session; null takes the one it has. */
  readonly give: (key: string | null) => void;
  /** The key that the request came with. */
  readonly key: string | null;
};

type Input<Name extends OfficeCommandName> = z.output<(typeof officeCommands)[Name]['input']>;

/** What answers a command of an office; `Me` is null where nobody need be signed in. */
export type OfficeHandlers<Name extends OfficeCommandName, Me extends SignedIn | null> = {
  readonly [One in Name]: (
    input: Input<One>,
    asker: Asker<Me>,
  ) => Promise<Result<OfficeReply<One>, CommandFailure>>;
};
