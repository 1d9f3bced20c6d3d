import { z } from 'zod';
import { pageIdSchema } from './page.ts';
import type { Role } from './roles.ts';

/** The role that an input needs; null if it needs no more than the command. An invalid input is refused anyway. */
type Above = (input: unknown) => Role | null;

/** `role` for inputs of this schema that fulfil a condition. */
export const needs =
  <Schema extends z.ZodType>(role: Role, schema: Schema, isSo: (input: z.output<Schema>) => boolean): Above =>
  (input) => {
    const parsed = schema.safeParse(input);
    return parsed.success && isSo(parsed.data) ? role : null;
  };

/**
 * What the audit log of an office says of each use of a command, besides who, when, from where, and the reason if it was
 * refused. `changed`: the pages that the command itself adds, changes or removes, with the values before and after;
 * `named`: the pages that its input lists; `office`: no page. `says` names members of the input that it repeats.
 * `nothing` is for commands that change nothing and give out nothing but what a window shows, or that no user of an
 * office may use.
 */
export type Audit =
  | 'nothing'
  | { readonly of: 'changed' | 'named' | 'office'; readonly says?: readonly string[] };

/**
 * What two callers may want at the same moment, of which only one can have it: the other is told who has it, or that it
 * is gone. `nothing`: they take nothing from each other, or the versions of a page say what met.
 */
export type Contended =
  | 'vouchers'
  | 'archive'
  | 'print'
  | 'verification'
  | 'join'
  | 'reading'
  | 'treatment'
  | 'bin'
  | 'undo'
  | 'settings'
  | 'link'
  | 'administrator'
  | 'nothing';

/** The compiler asks it of everything that writes. `test/helpers/office-races.ts` has a race for each. */
type Contending =
  | { readonly ledger: 'none' | 'read'; readonly contends?: Contended }
  | { readonly ledger: 'write'; readonly contends: Contended };

export type Command = Contending & {
  /**
   * What the command itself does to the ledger: `none` leaves it alone, `read` is a query, `write` changes it. It says
   * nothing about files, settings and the account. Commands that only export are queries: the delivery records the
   * export, and leaves that out if the ledger is read-only.
   */
  readonly ledger: 'none' | 'read' | 'write';
  /**
   * Who may use it in an office; by default no user. No user may use commands that use a path of the server,
   * watch a folder, read or change the account, or copy or replace all data.
   */
  readonly office?: Role;
  /**
   * A request with a personal token may use it, in the role of the token's user; by default none may.
   */
  readonly byToken?: true;
  readonly audit: Audit;
  /** Inputs that need more than `office`. */
  readonly officeAbove?: Above;
  /**
   * The window of an office sends it again if no answer came, with the same id, and the office stores it once: the
   * command is one unit of work. A repetition stores nothing. Its answer is the details of its `page`, the `kept` answer of
   * the first request, what the command itself returns `now`, or no data. A command that may carry a password must not
   * have it (`pages.treat`, `pages.unlock`): the office keeps nothing of it.
   */
  readonly sentAgain?: 'page' | 'kept' | 'now' | 'nothing';
  readonly input: z.ZodType;
  readonly output: z.ZodType;
};

/** An input without members. */
export const nothing = z.object({}).strict();
/** A response without data: the command is done. */
export const done = z.object({});
export const pageIds = z.array(pageIdSchema).max(100_000);

/**
 * The version of the page that a change was made on (`version` of its detail). If another user has contradicted the
 * change since, nothing is saved.
 */
export const versionSchema = z.int().min(0);
