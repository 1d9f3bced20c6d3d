import { request, type ClientRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

export type HostResponse = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

export type Question = {
  readonly port: number;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Buffer | string;
};

/** Sends a request, and resolves with the whole response. */
export const responseTo = (outgoing: ClientRequest, body: Question['body']): Promise<HostResponse> =>
  new Promise((resolve, reject) => {
    outgoing.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts),
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

/** One request with any headers, including Host, which a browser would not let a page set. */
export const ask = ({
  port,
  method = 'GET',
  path = '/',
  headers = {},
  body,
}: Question): Promise<HostResponse> =>
  responseTo(
    request({ host: '127.0.0.1', port, method, path, headers, agent: false, setHost: !('host' in headers) }),
    body,
  );
