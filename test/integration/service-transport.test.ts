import { createServer } from 'node:https';
import { describe, expect, it } from 'vitest';
import { makeNodeTransport } from '../../electron/infra/network/node-transport.ts';
import { listen, portOf } from '../helpers/listen.ts';
import { makeSelfSigned } from '../helpers/self-signed.ts';
import { describeTransport } from '../helpers/transport-contract.ts';

describeTransport('Node http and https', makeNodeTransport);

/** A call over https to a server with this certificate. */
const post = async (ca: readonly string[] | undefined, key: ReturnType<typeof makeSelfSigned>) => {
  const server = await listen(
    createServer(key, (request, response) => {
      request.resume();
      request.on('end', () => response.end(request.headers.host));
    }),
  );
  const port = portOf(server);
  const transport = makeNodeTransport(ca ? { ca } : {});
  const outcome = await transport(
    {
      url: new URL(`https://localhost:${port}/`),
      headers: { host: `localhost:${port}` },
      body: Buffer.alloc(1_000_000),
      connectTimeoutMs: 5_000,
      totalTimeoutMs: 5_000,
      maxResponseBytes: 1_000,
    },
    new AbortController().signal,
  );
  server.closeAllConnections();
  server.close();
  return { outcome, port };
};

describe('https over Node', () => {
  it('calls a server whose authority was added', async () => {
    const key = makeSelfSigned();
    const { outcome, port } = await post([key.cert], key);
    expect(outcome).toMatchObject({
      ok: true,
      value: { status: 200, body: Buffer.from(`localhost:${port}`) },
    });
  });

  it('refuses the same server without it, in any environment', async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      const { outcome } = await post(undefined, makeSelfSigned());
      expect(outcome).toMatchObject({ ok: false, failure: { reason: 'tls', sent: false } });
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });
});
