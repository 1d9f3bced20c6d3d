import type { z } from 'zod';
import {
  commands,
  type CommandName,
  type CommandReply,
  type Problem,
} from '../../shared/contract/commands.ts';
import type { Result } from '../../shared/result.ts';

/** A command's input after its schema. */
export type ParsedInput<Name extends CommandName> = z.output<(typeof commands)[Name]['input']>;

/** The same schemas, as a table that a name of any command leads into. */
export const inputSchemas: {
  readonly [Name in CommandName]: { readonly input: z.ZodType<ParsedInput<Name>> };
} = commands;

/** What answers a command. A rejection is a bug or a failing disk. */
export type Handler<Name extends CommandName> = (
  input: ParsedInput<Name>,
) => Promise<Result<CommandReply<Name>, Problem>>;

export type Handlers = { readonly [Name in CommandName]: Handler<Name> };
