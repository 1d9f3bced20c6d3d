import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron';
import type { Result } from '../../shared/result.ts';
import type { Backend } from '../backend/contract.ts';
import type { Log } from '../window/log.ts';
import { channels } from './channels.ts';
import { parseAddFiles, parseInvoke, type Command } from './messages.ts';
import { senderFacts, senderFault } from './sender.ts';

export type Commands = {
  readonly backend: Promise<Backend>;
  readonly log: Log;
  /** The one window; null while there is none. */
  readonly window: () => WebContents | null;
};

type Parse = (message: readonly unknown[]) => Result<Command, string>;

/** A message of anyone but the window's own page, or of another shape, is rejected and logged: it gets no answer. */
const accept = (
  event: IpcMainInvokeEvent,
  message: readonly unknown[],
  parse: Parse,
  { log, window }: Commands,
): Command => {
  const fault = senderFault(senderFacts(event, window()));
  const command = fault ? null : parse(message);
  if (command?.ok) return command.value;
  const why = fault ? `sender: ${fault}` : `message: ${command?.failure}`;
  log.write('warn', 'message-refused', `${why} ${event.senderFrame?.origin}`);
  throw new Error('The message was refused.');
};

const answer =
  (parse: Parse, commands: Commands) =>
  async (event: IpcMainInvokeEvent, ...message: unknown[]): Promise<unknown> => {
    const { name, input } = accept(event, message, parse, commands);
    const backend = await commands.backend;
    return backend.invoke(name, input);
  };

/** electron-store listens here for a store in the page, and would answer anyone; there is none. */
const foreignChannel = 'electron-store-get-data';

/** The only place that listens to messages from a window. */
export const answerCommands = (commands: Commands): void => {
  ipcMain.removeAllListeners(foreignChannel);
  ipcMain.handle(channels.invoke, answer(parseInvoke, commands));
  ipcMain.handle(channels.addFiles, answer(parseAddFiles, commands));
};
