import type { z } from 'zod';
import {
  commands,
  type CommandName,
  type CommandOutput,
  type CommandFailure,
} from '../../shared/contract/commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { Role } from '../../shared/contract/roles.ts';
import { localAuthor } from '../../shared/review/event.ts';
import type { Result } from '../../shared/result.ts';

/** A value of an invoice before and after a command, by its path in the invoice. */
export type ValueChange = {
  readonly field: string;
  readonly was: string | null;
  readonly now: string | null;
};

/** The user who sends a command. */
export type Caller = {
  /** The author of the command's events; undo only reverts this author's events. */
  readonly by: string;
  /** The name of an author of the office; null if unknown. */
  readonly nameOf?: (by: string) => Promise<string | null>;
  /** Whether the user's role in the office includes another; without it, this is the only user, who may do all. */
  readonly may?: (role: Role) => boolean;
  /** Called in a unit of work that changes values of a page, so that the office's audit log says both. */
  readonly onValues?: (page: PageId, values: readonly ValueChange[]) => void;
  /**
   * Called in a unit of work with the answer of the command, if its declaration has it kept: an office stores both
   * together, and answers with it when a window sends the request again.
   */
  readonly onAnswer?: (answer: object) => void;
};

/** The answer of a command, which an office keeps with the running unit of work. */
export const answering = <Answer extends object>({ onAnswer }: Caller, answer: Answer): Answer => {
  onAnswer?.(answer);
  return answer;
};

/** The only user of a private ledger. */
export const localCaller: Caller = { by: localAuthor };

/** A command's input after its schema. */
export type ParsedInput<Name extends CommandName> = z.output<(typeof commands)[Name]['input']>;

/** The same schemas, as a table for the name of any command. */
export const inputSchemas: {
  readonly [Name in CommandName]: { readonly input: z.ZodType<ParsedInput<Name>> };
} = commands;

/** Runs a command. A rejection is a bug or a failing disk. */
export type Handler<Name extends CommandName> = (
  input: ParsedInput<Name>,
  caller: Caller,
) => Promise<Result<CommandOutput<Name>, CommandFailure>>;

export type Handlers = { readonly [Name in CommandName]: Handler<Name> };

type NameWith<Ledger> = {
  [Name in CommandName]: (typeof commands)[Name]['ledger'] extends Ledger ? Name : never;
}[CommandName];

/** The handlers of commands that are declared not to change the ledger. */
export type ReadHandlers = Pick<Handlers, NameWith<'none' | 'read'>>;
export type WriteHandlers = Pick<Handlers, NameWith<'write'>>;
