import { z } from 'zod';
import {
  commands,
  type Bridge,
  type CommandInput,
  type CommandReply,
  type CommandName,
  type Problem,
} from '../../shared/contract/commands.ts';
import type { PictureSize } from '../../shared/contract/commands.ts';
import type { MenuId } from '../../shared/contract/menu.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import { problems } from './problems.ts';

// A strict content security policy forbids `new Function`, which zod would otherwise probe for.
z.config({ jitless: true });

/** How the window stands to the backend: at work, trying again, shut out (no key for this tab), or cut off. */
export type ConnectionState = 'open' | 'waiting' | 'refused' | 'lost';

/** A file that was dropped, pasted or chosen in the page; or the mark of one that was chosen in the system's dialog. */
export type PickedFile = File | string;

/** All that the window has of its host: the commands and events, and the bytes that don't travel as JSON. */
export type HostConnection = Pick<Bridge, 'invoke' | 'listen'> & {
  /**
   * Takes files in, and tells of each portion of pages as soon as it is in: a thousand files take their time. Resolves
   * with the files that need an account, where there is none.
   */
  readonly addFiles: (
    service: ServiceId,
    files: readonly PickedFile[],
    sandbox: boolean,
    onAdded: (ids: readonly PageId[]) => void,
  ) => Promise<Result<readonly PickedFile[], Problem>>;
  /** Asks for files by the system's own dialog; absent where the page's file input does. */
  readonly chooseFiles?: (service: ServiceId) => Promise<readonly PickedFile[]>;
  /** Gives an export to the pointer that drags it, null where it is on its way; absent where a page can't. */
  readonly dragExport?: (
    input: CommandInput<'pages.export'>,
  ) => Promise<Result<CommandReply<'pages.export'> | null, Problem>>;
  /** Greys the system's menu but for these actions; absent where there is none. */
  readonly showEnabled?: (ids: readonly MenuId[]) => Promise<void>;
  /** Null where there is no such picture. */
  readonly picture: (id: PageId, size: PictureSize) => Promise<Blob | null>;
  /** The faces of a page, packed; null where there are none. */
  readonly faces: (id: PageId) => Promise<ArrayBuffer | null>;
  /** Fetches a finished export and hands it to the user under its name; false where it is gone. */
  readonly saveDownload: (id: string, name: string) => Promise<boolean>;
  readonly onState: (listener: (state: ConnectionState) => void) => () => void;
};

/** The schemas of the replies, each tied to its command by type. */
const replies: { readonly [Name in CommandName]: { readonly reply: z.ZodType<CommandReply<Name>> } } =
  commands;

/** A reply of a host, read by the schema of its command: what comes from beyond the window is unknown until then. */
export const readReply = <Name extends CommandName>(
  name: Name,
  reply: Result<unknown, Problem>,
): Result<CommandReply<Name>, Problem> => {
  if (!reply.ok) return reply;
  const read = replies[name].reply.safeParse(reply.value);
  return read.success ? success(read.data) : failed(problems.badReply);
};

/** Which of the files that were sent need an account; a failure for another reason stays one. */
export const filesLeftOut = (
  sent: readonly PickedFile[],
  reply: Result<CommandReply<'pages.add'>, Problem>,
): Result<readonly PickedFile[], Problem> => {
  if (!reply.ok) return reply.failure.id === 'no-credentials' ? success(sent) : reply;
  const leftOut = new Set(reply.value.leftOut);
  return success(sent.filter((_, index) => leftOut.has(index)));
};

/** Hands bytes to the user as a download of the browser. */
export const offerDownload = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The click has started the download by then; the address is needed no longer.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
