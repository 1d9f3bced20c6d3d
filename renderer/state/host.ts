import { z } from 'zod';
import {
  commands,
  type Bridge,
  type CommandInput,
  type CommandOutput,
  type CommandName,
  type CommandFailure,
  type PictureSize,
} from '../../shared/contract/commands.ts';
import type { FileCommandInput, FileCommandName } from '../../shared/contract/books-commands.ts';
import type { Adding } from '../../shared/contract/intake-commands.ts';
import type { MenuId } from '../../shared/contract/menu.ts';
import type { ProxyLoginInput } from '../../shared/contract/proxy-question.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import { failures } from './outcome.ts';

// A strict content security policy forbids `new Function`, which zod would otherwise try.
z.config({ jitless: true });

/** The connection to the backend: working, retrying, refused (no key for this tab), or lost. */
export type ConnectionState = 'open' | 'waiting' | 'refused' | 'lost';

/** A file dropped, pasted or chosen in the page; or a token for one chosen in the system's dialog. */
export type PickedFile = File | string;

/** Files that were handed in together: their drop in the ledger, and the place of each in it. */
export type Handed = { readonly id: string; readonly places: ReadonlyMap<PickedFile, number> };

/** How files are added: see the command, and what they were handed in with. */
export type HowAdded = Omit<Adding, 'drop'> & { readonly drop: Handed };

/** What became of sent files, apart from those that were added. */
export type SentFiles = {
  readonly leftOut: readonly PickedFile[];
  readonly there: readonly PageId[];
  /** Pages in the bin with the bytes of files that were not added. */
  readonly binned: readonly PageId[];
  /** Why the last of some files could not be sent, although the others were; null if all were. */
  readonly refused: CommandFailure | null;
};

/** The window's access to its host: commands, events, and bytes that don't travel as JSON. */
export type HostConnection = Pick<Bridge, 'invoke' | 'listen'> & {
  /**
   * Adds files and reports each group of pages as soon as it is added, since a thousand files take time.
   * Resolves with the files that need an account, if there is none, and with the pages of files that were there.
   */
  readonly addFiles: (
    service: ServiceId,
    files: readonly PickedFile[],
    how: HowAdded,
    onAdded: (ids: readonly PageId[]) => void,
  ) => Promise<Result<SentFiles, CommandFailure>>;
  /** Runs a command that takes a file. */
  readonly handFile: <Name extends FileCommandName>(
    name: Name,
    input: FileCommandInput<Name>,
    file: PickedFile,
  ) => Promise<Result<CommandOutput<Name>, CommandFailure>>;
  /** Lets the user choose files in the system's dialog; absent if the page uses its own file input. */
  readonly chooseFiles?: (service: ServiceId) => Promise<readonly PickedFile[]>;
  /** Attaches an export to the dragging pointer; null while it is being prepared. Absent if the host can't. */
  readonly dragExport?: (
    input: CommandInput<'pages.export'>,
  ) => Promise<Result<CommandOutput<'pages.export'> | null, CommandFailure>>;
  /** Enables only these actions in the system's menu; absent if there is none. */
  readonly showEnabled?: (ids: readonly MenuId[]) => Promise<void>;
  /** Answers a proxy that asks for a login; absent if the host asks no such questions. */
  readonly answerProxy?: (id: string, login: ProxyLoginInput | null) => Promise<void>;
  /** Null if there is no such picture. */
  readonly picture: (id: PageId, size: PictureSize) => Promise<Blob | null>;
  /** The packed faces of a page; null if there are none. */
  readonly faces: (id: PageId) => Promise<ArrayBuffer | null>;
  /** Fetches a finished export and hands it to the user under its name; false if it no longer exists. */
  readonly saveDownload: (id: string, name: string) => Promise<boolean>;
  readonly onState: (listener: (state: ConnectionState) => void) => () => void;
};

/** The schemas of the responses, tied to their commands by type. */
const outputs: { readonly [Name in CommandName]: { readonly output: z.ZodType<CommandOutput<Name>> } } =
  commands;

/**
 * Parses a host's response with the schema of its command: data from outside the window is unknown until parsed.
 */
export const readOutput = <Name extends CommandName>(
  name: Name,
  output: Result<unknown, CommandFailure>,
): Result<CommandOutput<Name>, CommandFailure> => {
  if (!output.ok) return output;
  const read = outputs[name].output.safeParse(output.value);
  return read.success ? success(read.data) : failed(failures.badResponse);
};

/** What became of the sent files. A failure for another reason than the account stays a failure. */
export const sentFiles = (
  sent: readonly PickedFile[],
  output: Result<CommandOutput<'pages.add'>, CommandFailure>,
): Result<SentFiles, CommandFailure> => {
  if (!output.ok)
    return output.failure.id === 'no-account'
      ? success({ leftOut: sent, there: [], binned: [], refused: null })
      : output;
  const { leftOut, there = [], binned = [] } = output.value;
  const out = new Set(leftOut);
  return success({ leftOut: sent.filter((_, index) => out.has(index)), there, binned, refused: null });
};

/** Hands bytes to the user as a browser download. */
export const offerDownload = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the download has started, and the URL is no longer needed.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
