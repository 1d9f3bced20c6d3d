import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron';
import type { MenuId } from '../../../shared/contract/menu.ts';
import { failed, type Result } from '../../../shared/result.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import type { Backend } from '../../app/contract.ts';
import { describeError, type Log } from '../../infra/log.ts';
import { hostFailures } from '../../../shared/texts/host-failures.ts';
import { nameForLog, isRefusal, noteRefusedMessages } from '../http/answers.ts';
import { channels } from './channels.ts';
import type { DragOut } from './drag-out.ts';
import {
  parseAddFiles,
  parseChooseFiles,
  parseDragExport,
  parseEnabled,
  parseHandFile,
  parseInvoke,
  parseProxyLogin,
  type DesktopCommand,
} from './messages.ts';
import type { DesktopProxyLogins } from './proxy-logins.ts';
import { senderFacts, senderRefusal } from './sender.ts';

type Commands = {
  readonly backend: Promise<Backend>;
  readonly log: Log;
  /** The only window; null if there is none. */
  readonly window: () => WebContents | null;
  /** Asks the user for files; none if the dialog is cancelled. */
  readonly chooseFiles: (service: ServiceId) => Promise<readonly string[]>;
  readonly dragExport: DragOut['drag'];
  readonly showEnabled: (ids: ReadonlySet<MenuId>) => void;
  readonly answerProxy: DesktopProxyLogins['answer'];
  /** Called after the response to each command. */
  readonly onAnswered?: (name: string) => void;
};

type Listening = Commands & { readonly refused: (detail: string) => void };

type Parse<Parsed> = (message: readonly unknown[]) => Result<Parsed, string>;

/**
 * Rejects and logs a message that is not from the window's own page, or has another shape: it gets no
 * response.
 */
const accept = <Parsed>(
  event: IpcMainInvokeEvent,
  message: readonly unknown[],
  parse: Parse<Parsed>,
  { refused, window }: Listening,
): Parsed => {
  const refusal = senderRefusal(senderFacts(event, window()));
  const command = refusal ? null : parse(message);
  if (command?.ok) return command.value;
  const why = refusal ? `sender: ${refusal}` : `message: ${command?.failure}`;
  refused(`${why} ${event.senderFrame?.origin}`);
  throw new Error('The message was refused.');
};

const answer =
  (parse: Parse<DesktopCommand>, commands: Listening) =>
  async (event: IpcMainInvokeEvent, ...message: unknown[]): Promise<unknown> => {
    const { name, input } = accept(event, message, parse, commands);
    const backend = await commands.backend;
    try {
      const result = await backend.invoke(name, input);
      if (isRefusal(result)) commands.refused(nameForLog(name));
      return result;
    } catch (error) {
      // A bug, such as a crashed thread: the page learns that there was one, and the log has the details.
      commands.log.write('error', name, describeError(error));
      return failed(hostFailures.unexpected);
    } finally {
      commands.onAnswered?.(name);
    }
  };

/** electron-store listens here for a store in the page, and would respond to any sender; Vouch has none. */
const foreignChannel = 'electron-store-get-data';

/** The only place that listens to messages from a window. */
export const answerCommands = (given: Commands): void => {
  const commands = { ...given, refused: noteRefusedMessages(given.log, () => performance.now()) };
  ipcMain.removeAllListeners(foreignChannel);
  ipcMain.handle(channels.invoke, answer(parseInvoke, commands));
  ipcMain.handle(channels.addFiles, answer(parseAddFiles, commands));
  ipcMain.handle(channels.handFile, answer(parseHandFile, commands));
  ipcMain.handle(channels.chooseFiles, async (event, ...message: unknown[]) =>
    commands.chooseFiles(accept(event, message, parseChooseFiles, commands)),
  );
  ipcMain.handle(channels.dragExport, async (event, ...message: unknown[]) => {
    const { input } = accept(event, message, parseDragExport, commands);
    const result = await commands.dragExport(event.sender, input);
    if (isRefusal(result)) commands.refused('pages.export');
    return result;
  });
  ipcMain.handle(channels.enabledActions, (event, ...message: unknown[]) =>
    commands.showEnabled(accept(event, message, parseEnabled, commands)),
  );
  ipcMain.handle(channels.proxyLogin, (event, ...message: unknown[]) => {
    const { id, login } = accept(event, message, parseProxyLogin, commands);
    commands.answerProxy(id, login);
  });
};
