import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { servicePaths, type ServiceId } from '../../shared/services/service.ts';

/** A request as received by the server. */
type Taken = {
  /** From 0. */
  readonly index: number;
  readonly method: string;
  /** As in the request line. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  /** Empty if the fault occurred before the body was read. */
  readonly body: Buffer;
  readonly service: ServiceId;
};

export type Exchange = {
  readonly taken: Taken;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Forwards the request to the server behind this one, byte for byte. */
  readonly forward: () => Promise<void>;
};

export type Fault = {
  /** The fault occurs after the headers, before the body is read. */
  readonly early?: boolean;
  readonly strike: (exchange: Exchange) => void | Promise<void>;
};

type FaultServerOptions = {
  /** The fault for each request, in order of arrival. */
  readonly script: (index: number, service: ServiceId) => Fault;
  /** A server behind this one, such as the sandbox: `http://127.0.0.1:PORT`. */
  readonly forwardTo?: string;
};

export type FaultServer = {
  readonly baseUrl: string;
  readonly port: number;
  readonly taken: readonly Taken[];
  /** Connections opened so far. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
};

/** An HTTP server on real sockets that fails according to its script. */
export const startFaultServer = async ({ script, forwardTo }: FaultServerOptions): Promise<FaultServer> => {
  const taken: Taken[] = [];
  let connections = 0;
  let index = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const service = request.url?.includes(servicePaths['face-detect']) ? 'face-detect' : 'vat-invoice';
    const mine = index;
    index += 1;
    const fault = script(mine, service);
    const body = fault.early ? Buffer.alloc(0) : await readAll(request);
    const { method = '', url = '', headers } = request;
    const entry: Taken = { index: mine, method, url, headers, body, service };
    taken.push(entry);
    await fault.strike({
      taken: entry,
      request,
      response,
      forward: () => forwardRequest(entry, response, forwardTo),
    });
  };
  const server = createServer((request, response) => {
    response.on('error', () => {});
    // Clients that disconnect are part of the test.
    handle(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    connections += 1;
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    taken,
    connections: () => connections,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

const readAll = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const forwardRequest = (taken: Taken, response: ServerResponse, to: string | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      new URL(taken.url, to),
      { method: taken.method, headers: taken.headers, agent: false },
      (incoming) => {
        response.writeHead(incoming.statusCode ?? 502, incoming.headers);
        incoming.pipe(response);
        incoming.on('end', resolve);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(taken.body);
  });

/** A complete and valid response of a service: an invoice of one region, or one face. */
export const goodResponse = (service: ServiceId): Buffer =>
  service === 'vat-invoice'
    ? envelope('result', {
        error_code: 0,
        object_list: [
          {
            error_code: 0,
            region_list: [
              {
                type: 'vat-invoice-haoma',
                text_block_list: [{ key: 'vat-invoice-haoma', value: '87654321', ocr_flag: 1 }],
              },
            ],
          },
        ],
      })
    : envelope('face_detect_result', {
        ret: 0,
        face_num: 1,
        face_1: { score: 0.9, x: 10, y: 10, w: 50, h: 50 },
      });

const envelope = (block: string, text: unknown): Buffer =>
  withText(block, Buffer.from(JSON.stringify(text)).toString('base64'));

const withText = (block: string, text: string): Buffer =>
  Buffer.from(
    JSON.stringify({
      header: { code: 0, message: 'success', sid: 'fault-server' },
      payload: { [block]: { text } },
    }),
  );

const blockOf = (service: ServiceId) => (service === 'vat-invoice' ? 'result' : 'face_detect_result');

const json = { 'content-type': 'application/json' };

/** Responds with any status, headers and body. */
export const answer = (
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
): Fault => ({
  strike: ({ response }) => {
    response.writeHead(status, headers);
    response.end(body);
  },
});

/** No fault: its own valid response. */
export const good: Fault = {
  strike: ({ taken, response }) => {
    response.writeHead(200, json);
    response.end(goodResponse(taken.service));
  },
};

/** No fault: the response of the server behind this one. */
export const pass: Fault = { strike: ({ forward }) => forward() };

/** TCP reset after the headers of the request, while its body is being sent. */
export const resetWhileSending: Fault = {
  early: true,
  strike: ({ request }) => void request.socket.resetAndDestroy(),
};

/** TCP reset after the complete request, before any response. */
export const resetBeforeHeaders: Fault = { strike: ({ request }) => void request.socket.resetAndDestroy() };

/** TCP reset after the header of the response. */
export const resetAfterHeaders: Fault = {
  strike: async ({ taken, request, response }) => {
    response.writeHead(200, { ...json, 'content-length': goodResponse(taken.service).length });
    response.flushHeaders();
    await wait(20);
    request.socket.resetAndDestroy();
  },
};

/** Half of the announced body, then the connection ends. */
export const halfBody: Fault = {
  strike: async ({ taken, request, response }) => {
    const body = goodResponse(taken.service);
    response.writeHead(200, { ...json, 'content-length': body.length });
    response.write(body.subarray(0, body.length >> 1));
    await wait(20);
    request.socket.end();
  },
};

/** Announces more bytes than it sends. */
export const lengthTooLong: Fault = raw((body) => head(body.length + 10) + body.toString('latin1'));

/** Announces fewer bytes than it sends: the client reads a truncated body. */
export const lengthTooShort: Fault = raw((body) => head(body.length - 10) + body.toString('latin1'));

/** Sends something that is not HTTP. */
export const notHttp: Fault = raw(() => 'SSH-2.0-OpenSSH_9.6\r\n');

/** Sends the response byte by byte. */
export const slowBytes = (pauseMs: number): Fault => ({
  strike: async ({ taken, response }) => {
    response.writeHead(200, json);
    for (const byte of goodResponse(taken.service)) {
      if (response.destroyed) return;
      response.write(Buffer.from([byte]));
      await wait(pauseMs);
    }
    response.end();
  },
});

/** A valid response after a pause. */
export const late = (pauseMs: number): Fault => ({
  strike: async (exchange) => {
    await wait(pauseMs);
    await good.strike(exchange);
  },
});

/** Takes the request and never responds. */
export const neverAnswers: Fault = { strike: () => {} };

/** A proxy's page. */
export const proxyPage = (status: number): Fault =>
  answer(
    status,
    { 'content-type': 'text/html; charset=utf-8' },
    `<!DOCTYPE html><html><head><title>${status}</title></head><body><h1>Access through the proxy</h1></body></html>`,
  );

/** Too many requests, with or without a Retry-After header. */
export const tooMany = (retryAfter?: string): Fault =>
  answer(
    429,
    { ...json, ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }) },
    '{"message":"slow down"}',
  );

/** A refusal in the documented form: JSON as text/plain. */
export const refusal = (status: 401 | 403, message: string): Fault =>
  answer(status, { 'content-type': 'text/plain; charset=utf-8' }, JSON.stringify({ message }));

export const redirect = (status: number, location: string): Fault => answer(status, { location }, '');

/** The response's JSON, cut in the middle, with the correct length of the rest. */
export const cutJson: Fault = {
  strike: ({ taken, response }) => {
    const body = goodResponse(taken.service);
    response.writeHead(200, json);
    response.end(body.subarray(0, body.length >> 1));
  },
};

/** A response with the given text, base64 or not. */
export const textOf = (text: string): Fault => ({
  strike: ({ taken, response }) => {
    response.writeHead(200, json);
    response.end(withText(blockOf(taken.service), text));
  },
});

export const badBase64: Fault = textOf('{"no":"base64"}');

export const textNoJson: Fault = textOf(Buffer.from('{"ret": 0, "face_').toString('base64'));

/** A failure by `header.code`. */
export const sessionCode = (code: number, message: string): Fault =>
  answer(200, json, JSON.stringify({ header: { code, message, sid: 'fault-server' } }));

/** A number of spaces, with or without a Content-Length. */
export const hugeResponse = (bytes: number, tellsLength: boolean): Fault => ({
  strike: async ({ response }) => {
    response.writeHead(200, { ...json, ...(tellsLength ? { 'content-length': bytes } : {}) });
    await pipeline(Readable.from(spaces(bytes)), response);
  },
});

function* spaces(bytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  for (let left = bytes; left > 0; left -= chunk.length)
    yield chunk.subarray(0, Math.min(chunk.length, left));
}

/** The response of another fault, with a wrong Date header. */
export const wrongDate = (offsetMs: number, then: Fault = good): Fault => ({
  strike: (exchange) => {
    exchange.response.setHeader('date', new Date(Date.now() + offsetMs).toUTCString());
    return then.strike(exchange);
  },
});

const head = (length: number) =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

/** Sends custom bytes on the socket, then closes it. */
function raw(bytesOf: (body: Buffer) => string): Fault {
  return {
    strike: ({ taken, request }) =>
      void request.socket.end(Buffer.from(bytesOf(goodResponse(taken.service)), 'latin1')),
  };
}
