import type { IncomingMessage } from 'node:http';
import { failed, success, type Result } from '../../../shared/result.ts';
import { gatherResponse } from './gather-response.ts';
import type { HttpResponse, TransportFailure } from './transport.ts';

type Settle = (outcome: Result<HttpResponse, TransportFailure>) => void;

/** Collects a response up to a size limit. A response that ends early is a lost connection. */
export const collectResponse = (response: IncomingMessage, maxBytes: number, settle: Settle): void => {
  const tooLarge = () =>
    settle(failed({ reason: 'reply-too-large', detail: `more than ${maxBytes} bytes`, sent: true }));
  const lost = (detail: string) => settle(failed({ reason: 'connection-lost', detail, sent: true }));
  const statedLength = Number(response.headers['content-length'] ?? 0);
  if (statedLength > maxBytes) {
    tooLarge();
    return;
  }
  const gathered = gatherResponse(statedLength);
  response.on('data', (chunk: Buffer) => {
    if (gathered.size() + chunk.length > maxBytes) tooLarge();
    else gathered.add(chunk);
  });
  response.on('end', () =>
    settle(
      success({
        status: response.statusCode ?? 0,
        headers: flatten(response.headers),
        body: gathered.bytes(),
      }),
    ),
  );
  response.on('error', (error) => lost(error.message));
  response.on('close', () => {
    if (!response.complete) lost('closed before the end of the answer');
  });
};

const flatten = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
