import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { assertNever } from '../../../shared/result.ts';
import { hostFailures } from '../../../shared/texts/host-failures.ts';
import { jsonAnswer, failureAnswer } from '../http/answers.ts';
import { malformedBody, readJson } from '../http/body.ts';
import type { FileAnswer } from '../http/interface-files.ts';
import type { Sessions } from './sessions.ts';

const maxTokenBytes = 1000;

const inputSchema = z.union([
  z.object({ token: z.string().max(200) }).strict(),
  z.object({ spare: z.string().max(200) }).strict(),
]);

/**
 * POST /session `{ "token": … }`, or `{ "spare": … }` to take the session over from another tab:
 * `{ "ok": true, "value": { "session": …, "spare": … } }`, once for each token and spare key.
 */
export const openSession = async (request: IncomingMessage, sessions: Sessions): Promise<FileAnswer> => {
  const json = await readJson(request, maxTokenBytes);
  if (!json.ok) return json.failure;
  const given = inputSchema.safeParse(json.value);
  if (!given.success) return malformedBody();
  const key = request.headersDistinct['x-vouch-session']?.[0];
  const exchange =
    'token' in given.data ? sessions.exchange(given.data.token, key) : sessions.takeOver(given.data.spare);
  switch (exchange.outcome) {
    case 'session':
      return jsonAnswer(200, { ok: true, value: { session: exchange.session, spare: exchange.spare } });
    case 'wrong':
      return failureAnswer(403, hostFailures.noSession);
    case 'used':
      return failureAnswer(403, hostFailures.addressUsed);
    case 'too-many':
      return failureAnswer(429, hostFailures.tooManyAttempts);
    default:
      return assertNever(exchange);
  }
};
