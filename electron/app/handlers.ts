import type { z } from 'zod';
import {
  commands,
  type CommandName,
  type CommandReply,
  type Problem,
} from '../../shared/contract/commands.ts';
import { localAuthor } from '../../shared/review/event.ts';
import type { Result } from '../../shared/result.ts';

/** Who gives a command. */
export type Caller = {
  /** The author of the events that the command appends; undo takes back this author's only. */
  readonly by: string;
  /** The name of an author of the office; null for one that is not known. */
  readonly nameOf?: (by: string) => Promise<string | null>;
};

/** The one user of a ledger that nobody shares. */
export const localCaller: Caller = { by: localAuthor };

/** A command's input after its schema. */
export type ParsedInput<Name extends CommandName> = z.output<(typeof commands)[Name]['input']>;

/** The same schemas, as a table that a name of any command leads into. */
export const inputSchemas: {
  readonly [Name in CommandName]: { readonly input: z.ZodType<ParsedInput<Name>> };
} = commands;

/** What answers a command. A rejection is a bug or a failing disk. */
export type Handler<Name extends CommandName> = (
  input: ParsedInput<Name>,
  caller: Caller,
) => Promise<Result<CommandReply<Name>, Problem>>;

export type Handlers = { readonly [Name in CommandName]: Handler<Name> };
