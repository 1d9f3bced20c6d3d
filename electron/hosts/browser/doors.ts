import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { dropSchema } from '../../../shared/contract/commands.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import { assertNever } from '../../../shared/result.ts';
import { serviceIdSchema } from '../../../shared/services/service.ts';
import type { Backend } from '../../app/contract.ts';
import { type Answer } from '../window/interface-files.ts';
import { hostProblems } from '../../../shared/texts/host-problems.ts';
import { attachment, bytesAnswer, jsonAnswer, problemAnswer } from './answers.ts';
import { parseJson, readBody, type BodyFault } from './body.ts';
import type { Sessions } from './sessions.ts';

/** Doors of the browser host that read a body or hand out bytes; each takes what it needs and gives an answer. */

const maxCommandBytes = 2_000_000;
const maxTokenBytes = 1000;
const maxFileBytes = 64_000_000;

const hasType = (request: IncomingMessage, type: string): boolean =>
  request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === type;

const bodyFault = (fault: BodyFault): Answer =>
  fault === 'too-large'
    ? problemAnswer(413, hostProblems.tooLarge)
    : problemAnswer(400, hostProblems.badRequest);

const badRequest = (): Answer => problemAnswer(400, hostProblems.badRequest);

const tokenSchema = z.object({ token: z.string().max(200) }).strict();

/** POST /session `{ "token": … }`: `{ "ok": true, "value": { "session": … } }`, once for each token. */
export const openSession = async (request: IncomingMessage, sessions: Sessions): Promise<Answer> => {
  if (!hasType(request, 'application/json')) return badRequest();
  const body = await readBody(request, maxTokenBytes);
  if (!body.ok) return bodyFault(body.failure);
  const json = parseJson(body.value);
  const given = tokenSchema.safeParse(json.ok ? json.value : null);
  if (!given.success) return badRequest();
  const key = request.headersDistinct['x-vouch-session']?.[0];
  const exchange = sessions.exchange(given.data.token, key);
  switch (exchange.outcome) {
    case 'session':
      return jsonAnswer(200, { ok: true, value: { session: exchange.session } });
    case 'wrong':
      return problemAnswer(403, hostProblems.noSession);
    case 'used':
      return problemAnswer(403, hostProblems.addressUsed);
    case 'too-many':
      return problemAnswer(429, hostProblems.tooManyAttempts);
    default:
      return assertNever(exchange);
  }
};

/**
 * POST /commands/NAME with the input as JSON: a result as JSON. Files don't come this way: JSON carries no bytes, and a
 * page must not name a path on this machine.
 */
export const answerCommand = async (
  request: IncomingMessage,
  name: string,
  backend: Backend,
): Promise<Answer> => {
  if (name === 'pages.add' || !hasType(request, 'application/json')) return badRequest();
  const body = await readBody(request, maxCommandBytes);
  if (!body.ok) return bodyFault(body.failure);
  const input = parseJson(body.value);
  if (!input.ok) return badRequest();
  return jsonAnswer(200, await backend.invoke(name, input.value));
};

const alone = { service: serviceIdSchema, sandbox: z.enum(['true', 'false']) };
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
    })
    .strict()
    .transform(({ drop: id, left, ...query }) => ({ ...query, drop: { id, left } })),
]);

const decodeName = (name: string | undefined): string | null => {
  if (name === undefined) return null;
  try {
    return decodeURIComponent(name);
  } catch {
    return null;
  }
};

/**
 * POST /files?service=…&sandbox=true|false[&drop=UUID&left=N]: one file's bytes, its name percent-encoded in
 * `x-vouch-name`. N more of the same drop follow it.
 */
export const takeFile = async (request: IncomingMessage, url: URL, backend: Backend): Promise<Answer> => {
  const query = fileQuerySchema.safeParse(Object.fromEntries(url.searchParams));
  const name = decodeName(request.headersDistinct['x-vouch-name']?.join());
  if (!query.success || !name || !hasType(request, 'application/octet-stream')) return badRequest();
  const body = await readBody(request, maxFileBytes);
  if (!body.ok) return bodyFault(body.failure);
  const { sandbox, ...asked } = query.data;
  const files = [{ kind: 'bytes', name, bytes: body.value }];
  return jsonAnswer(200, await backend.invoke('pages.add', { ...asked, files, sandbox: sandbox === 'true' }));
};

/** GET /pictures/ID/SIZE */
export const answerPicture = async (
  backend: Backend,
  ...[id, size]: Parameters<Backend['picture']>
): Promise<Answer> => {
  const picture = await backend.picture(id, size);
  if (!picture) return problemAnswer(404, hostProblems.notFound);
  return bytesAnswer(picture.type, picture.bytes);
};

/** GET /faces/ID: the faces of a page, packed. */
export const answerFaces = async (backend: Backend, id: PageId): Promise<Answer> => {
  const faces = await backend.faces(id);
  if (!faces) return problemAnswer(404, hostProblems.notFound);
  return bytesAnswer('application/octet-stream', Buffer.from(faces.buffer));
};

/** GET /downloads/ID: a finished export, once. */
export const answerDownload = (backend: Backend, id: string): Answer => {
  const download = backend.takeDownload(id);
  if (!download) return problemAnswer(404, hostProblems.notFound);
  return bytesAnswer(download.type, download.bytes, { 'content-disposition': attachment(download.name) });
};
