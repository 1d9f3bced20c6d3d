import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { ArrivedFile } from '../../../shared/contract/incoming-file.ts';
import { batchCommandSchemas, mostBatchBytes } from '../../../shared/contract/batch-commands.ts';
import { dropSchema } from '../../../shared/contract/intake-commands.ts';
import { fileCommands, isFileCommand } from '../../../shared/contract/books-commands.ts';
import { deskCommandSchemas, mostDeskBytes } from '../../../shared/contract/desk-commands.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import { failed } from '../../../shared/result.ts';
import { serviceIdSchema } from '../../../shared/services/service.ts';
import { storageFailure } from '../../app/command-failures.ts';
import type { Backend } from '../../app/contract.ts';
import { type FileAnswer } from './interface-files.ts';
import { hostFailures } from '../../../shared/texts/host-failures.ts';
import { attachment, bytesAnswer, jsonAnswer, failureAnswer } from './answers.ts';
import { bodyFailure, hasType, malformedBody, parseJsonBody, readJson } from './body.ts';
import type { Uploads } from './uploads.ts';

/**
 * Handlers of the hosts that use HTTP: they read a body or return bytes. Each receives its dependencies and returns
 * an answer.
 */

const maxCommandBytes = 2_000_000;

/** Commands of a command line name thousands of files; those on a batch name all its pages. */
const bytesFor = (name: string): number => {
  if (Object.hasOwn(deskCommandSchemas, name)) return mostDeskBytes;
  return Object.hasOwn(batchCommandSchemas, name) ? mostBatchBytes : maxCommandBytes;
};

/**
 * POST /commands/NAME with the input as JSON: a result as JSON. Files use another route: JSON carries no
 * bytes, and a page must not name a path on this machine.
 */
export const answerCommand = async (
  request: IncomingMessage,
  name: string,
  backend: Backend,
): Promise<FileAnswer> => {
  if (name === 'pages.add' || isFileCommand(name)) return malformedBody();
  const input = await readJson(request, bytesFor(name));
  return input.ok ? jsonAnswer(200, await backend.invoke(name, input.value)) : input.failure;
};

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const alone = { service: serviceIdSchema, sandbox: flag, held: flag.default(false) };
const fileQuerySchema = z.union([
  z
    .object(alone)
    .strict()
    .transform((query) => ({ ...query, drop: undefined })),
  z
    .object({
      ...alone,
      drop: dropSchema.shape.id,
      left: z.string().regex(/^\d+$/u).transform(Number).pipe(dropSchema.shape.left),
      place: z.string().regex(/^\d+$/u).transform(Number).pipe(dropSchema.shape.left).optional(),
    })
    .strict()
    .transform(({ drop: id, left, place, ...query }) => ({
      ...query,
      drop: { id, left, ...(place === undefined ? {} : { places: [place] }) },
    })),
]);

const handQuerySchema = z.object({ command: z.enum(fileCommands), input: z.string().max(10_000) }).strict();

/** A command with one file: the query contains the command's name and, as JSON, the rest of its input. */
const commandOf = (url: URL): { readonly name: string; readonly input: object } | null => {
  const query = handQuerySchema.safeParse(Object.fromEntries(url.searchParams));
  const json = query.success ? parseJsonBody(Buffer.from(query.data.input)) : null;
  const input = z.record(z.string(), z.unknown()).safeParse(json?.ok ? json.value : null);
  return query.success && input.success ? { name: query.data.command, input: input.data } : null;
};

const decodeName = (name: string | undefined): string | null => {
  if (name === undefined) return null;
  try {
    return decodeURIComponent(name);
  } catch {
    return null;
  }
};

/** After how many seconds a window sends an upload again. */
const againAfter = 5;

const uploadsFull = (): FileAnswer => {
  const answer = failureAnswer(503, hostFailures.uploadsFull);
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(againAfter) } };
};

/**
 * POST /files?service=…&sandbox=true|false[&held=true][&drop=UUID&left=N[&place=P]]: one file's bytes, its name percent-encoded in
 * `x-vouch-name`. N more files of the same drop follow. With `?command=NAME&input=JSON` the file goes to that
 * command. 503 with `uploads-full` and Retry-After: nothing was kept of the file, and it can be sent again.
 * @param by who sends it
 */
export const takeFile = async (
  request: IncomingMessage,
  url: URL,
  backend: Backend,
  uploads: Uploads,
  by: string,
): Promise<FileAnswer> => {
  const query = fileQuerySchema.safeParse(Object.fromEntries(url.searchParams));
  const command = commandOf(url);
  const name = decodeName(request.headersDistinct['x-vouch-name']?.join());
  if ((!query.success && !command) || !name || !hasType(request, 'application/octet-stream'))
    return malformedBody();
  const invoke = (file: ArrivedFile): ReturnType<Backend['invoke']> =>
    command || !query.success
      ? backend.invoke(command?.name ?? '', { ...command?.input, file })
      : backend.invoke('pages.add', { ...query.data, files: [file] });
  const result = await uploads.receive(request, { name, by }, invoke);
  if (result.ok) return jsonAnswer(200, result.value);
  const { failure } = result;
  if (failure === 'full') return uploadsFull();
  return typeof failure === 'object'
    ? jsonAnswer(200, failed(storageFailure(failure.disk)))
    : bodyFailure(failure);
};

/** GET /pictures/ID/SIZE */
export const answerPicture = async (
  backend: Backend,
  ...[id, size]: Parameters<Backend['picture']>
): Promise<FileAnswer> => {
  const picture = await backend.picture(id, size);
  if (!picture) return failureAnswer(404, hostFailures.notFound);
  return bytesAnswer(picture.type, picture.bytes);
};

/** GET /faces/ID: the faces of a page, packed. */
export const answerFaces = async (backend: Backend, id: PageId): Promise<FileAnswer> => {
  const faces = await backend.faces(id);
  if (!faces) return failureAnswer(404, hostFailures.notFound);
  return bytesAnswer('application/octet-stream', Buffer.from(faces.buffer));
};

/** GET /downloads/ID: a finished export, once. */
export const answerDownload = async (backend: Backend, id: string): Promise<FileAnswer> => {
  const download = await backend.takeDownload(id);
  if (!download) return failureAnswer(404, hostFailures.notFound);
  return bytesAnswer(download.type, download.bytes, { 'content-disposition': attachment(download.name) });
};
