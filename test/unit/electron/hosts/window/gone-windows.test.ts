import diagnosticsChannel from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, request as startRequest, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Backend } from '../../../../../electron/app/contract.ts';
import type { Office } from '../../../../../electron/office/users/office.ts';
import { startOfficeServer } from '../../../../../electron/office/server/server.ts';
import { answerAuthorized } from '../../../../../electron/hosts/http/authorized.ts';
import { openUploads } from '../../../../../electron/hosts/http/uploads.ts';

/** Requests the events of a window, which is gone as soon as the server has its request. */
const requestAndLeave = (port: number) => {
  const request = startRequest({ port, path: '/events', headers: { cookie: '__Host-vouch=key' } });
  request.on('error', () => {});
  request.end();
  return request;
};

test('a window that is gone before its stream starts leaves no listener', async () => {
  const listen = vi.fn<Backend['listen']>(() => () => {});
  const answered = Promise.withResolvers<unknown>();
  const server = createServer((request, response) => {
    events.destroy();
    const authorized = {
      backend: async () => {
        await once(response, 'close');
        return { listen } as unknown as Backend;
      },
      uploads: openUploads(join(tmpdir(), 'no uploads')),
      by: 'a',
      refused: () => {},
      ended: null,
    };
    const url = new URL('http://127.0.0.1/events');
    answerAuthorized(authorized, { kind: 'events' }, request, response, url).then(
      answered.resolve,
      answered.reject,
    );
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const events = requestAndLeave((server.address() as AddressInfo).port);
  expect(await answered.promise).toBeNull();
  expect(listen).not.toHaveBeenCalled();
});

test('an office no longer looks for the session of a window that is gone', async () => {
  const started = vi.spyOn(globalThis, 'setInterval');
  const ended = vi.spyOn(globalThis, 'clearInterval');
  const response = Promise.withResolvers<ServerResponse>();
  const note = (message: unknown): void => {
    const found = Object(message).response;
    if (found instanceof ServerResponse) response.resolve(found);
  };
  diagnosticsChannel.subscribe('http.server.request.start', note);
  onTestFinished(() => void diagnosticsChannel.unsubscribe('http.server.request.start', note));
  const asked = Promise.withResolvers<void>();
  const office: Pick<Office, 'sessionOf'> = {
    sessionOf: async () => {
      events.destroy();
      const { closed } = await response.promise;
      if (!closed) await once(await response.promise, 'close');
      return { user: { id: 'a', name: 'A', role: 'approver' }, session: 's' } as never;
    },
  };
  const running = await startOfficeServer(
    {
      files: { answer: () => Promise.resolve(null) },
      office: office as Office,
      backendFor: () => {
        asked.resolve();
        return Promise.resolve({ listen: () => () => {} } as unknown as Backend);
      },
      log: { write: () => {}, info: () => {}, flush: () => Promise.resolve() },
      metrics: { request: () => {} },
      incoming: join(tmpdir(), 'no uploads'),
    },
    {
      address: '127.0.0.1',
      port: 0,
      tls: null,
      proxy: null,
      reachAt: (port) => ({ kind: 'loopback', port }),
    },
  );
  onTestFinished(running.close);
  started.mockClear();
  const events = requestAndLeave(running.port);
  await asked.promise;
  const looks = started.mock.results.map(({ value }) => value);
  expect(looks).toHaveLength(1);
  expect(ended).toHaveBeenCalledWith(looks[0]);
});
