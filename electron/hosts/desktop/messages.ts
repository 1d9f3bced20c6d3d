import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { incomingFileSchema } from '../../../shared/contract/incoming-file.ts';
import { dropSchema } from '../../../shared/contract/intake-commands.ts';
import { fileCommands, isFileCommand } from '../../../shared/contract/books-commands.ts';
import { proxyLoginSchema, type ProxyLoginInput } from '../../../shared/contract/proxy-question.ts';
import { menuIds, type MenuId } from '../../../shared/contract/menu.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { serviceIdSchema, type ServiceId } from '../../../shared/services/service.ts';

/** The messages that the channels accept. The backend parses each command's own input again. */

export type DesktopCommand = { readonly name: string; readonly input: unknown };

const invokeSchema = z.tuple([z.string().min(1).max(50), z.unknown()]);
const namesPath = z.object({ files: z.array(z.unknown()) });
const pathFile = z.object({ kind: z.literal('path') });

const holdsPath = (input: unknown): boolean => {
  const parsed = namesPath.safeParse(input);
  return parsed.success && parsed.data.files.some((file) => pathFile.safeParse(file).success);
};

/**
 * A page can't know the path of a file; a message with a path is forged, and could read any picture of the
 * user.
 */
export const parseInvoke = (message: readonly unknown[]): Result<DesktopCommand, string> => {
  const parsed = invokeSchema.safeParse(message);
  if (!parsed.success) return failed('malformed');
  const [name, input] = parsed.data;
  if (isFileCommand(name)) return failed('a file outside of its channel');
  return holdsPath(input) ? failed('a file named by its path') : success({ name, input });
};

const dragExportSchema = z.tuple([z.unknown()]);

/** The export to drag; the backend parses it like any command's input. */
export const parseDragExport = (message: readonly unknown[]): Result<{ readonly input: unknown }, string> => {
  const parsed = dragExportSchema.safeParse(message);
  return parsed.success ? success({ input: parsed.data[0] }) : failed('malformed');
};

const chooseFilesSchema = z.tuple([serviceIdSchema]);

/** The service for which the user chooses files. */
export const parseChooseFiles = (message: readonly unknown[]): Result<ServiceId, string> => {
  const parsed = chooseFilesSchema.safeParse(message);
  return parsed.success ? success(parsed.data[0]) : failed('malformed');
};

const enabledSchema = z.tuple([z.array(z.enum(menuIds)).max(menuIds.length)]);

export const parseEnabled = (message: readonly unknown[]): Result<ReadonlySet<MenuId>, string> => {
  const parsed = enabledSchema.safeParse(message);
  return parsed.success ? success(new Set(parsed.data[0])) : failed('malformed');
};

const handFileSchema = z.tuple([
  z.enum(fileCommands),
  z.record(z.string().max(50), z.unknown()),
  incomingFileSchema,
]);

/** A command with the one file that the preload found. */
export const parseHandFile = (message: readonly unknown[]): Result<DesktopCommand, string> => {
  const parsed = handFileSchema.safeParse(message);
  if (!parsed.success) return failed('malformed');
  const [name, input, file] = parsed.data;
  if (file.kind === 'path' && !isAbsolute(file.path)) return failed('a relative path');
  return success({ name, input: { ...input, file } });
};

const addFilesSchema = z.tuple([
  serviceIdSchema,
  z.array(incomingFileSchema).min(1).max(10_000),
  z.object({ sandbox: z.boolean(), held: z.boolean(), drop: dropSchema }).strict(),
]);

/** What the preload knows about the files that were dropped on the page. */
export const parseAddFiles = (message: readonly unknown[]): Result<DesktopCommand, string> => {
  const parsed = addFilesSchema.safeParse(message);
  if (!parsed.success) return failed('malformed');
  const [service, files, adding] = parsed.data;
  const relative = files.some((file) => file.kind === 'path' && !isAbsolute(file.path));
  return relative
    ? failed('a relative path')
    : success({ name: 'pages.add', input: { service, files, ...adding } });
};

const proxyLoginMessage = z.tuple([z.uuid(), proxyLoginSchema.nullable()]);

/** The user's answer to a proxy that asks for a login. */
export const parseProxyLogin = (
  message: readonly unknown[],
): Result<{ readonly id: string; readonly login: ProxyLoginInput | null }, string> => {
  const parsed = proxyLoginMessage.safeParse(message);
  return parsed.success ? success({ id: parsed.data[0], login: parsed.data[1] }) : failed('malformed');
};
