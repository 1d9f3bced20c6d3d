import type { ServerResponse } from 'node:http';
import type { Backend } from '../../app/contract.ts';
import { inertHeaders } from './answers.ts';

/**
 * A window that stops reading is disconnected at this many bytes; it connects again and requests the whole
 * list.
 */
const maxUnread = 8_000_000;

/**
 * GET /events: one JSON value a line, while the window listens and its session lasts. Resolves when the
 * connection has closed.
 */
export const streamEvents = (
  backend: Backend,
  response: ServerResponse,
  ended: AbortSignal | null,
): Promise<void> =>
  new Promise((resolve) => {
    const cut = (): void => {
      response.destroy();
    };
    ended?.addEventListener('abort', cut);
    if (ended?.aborted) cut();
    response.writeHead(200, { ...inertHeaders, 'content-type': 'application/x-ndjson; charset=utf-8' });
    response.flushHeaders();
    const stop = backend.listen((event) => {
      response.write(`${JSON.stringify(event)}\n`);
      if (response.writableLength > maxUnread) response.destroy();
    });
    response.once('close', () => {
      ended?.removeEventListener('abort', cut);
      stop();
      resolve();
    });
  });
