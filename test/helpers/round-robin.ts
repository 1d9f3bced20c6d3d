import { createServer, request } from 'node:http';
import { once } from 'node:events';

/**
 * A proxy that sends each request to the next of several servers of an office, like a proxy without sticky
 * sessions.
 */
export const startRoundRobin = async (ports: readonly number[]) => {
  const counts = ports.map(() => 0);
  let next = 0;
  const proxy = createServer((asked, response) => {
    const index = next % ports.length;
    next += 1;
    counts[index] = (counts[index] ?? 0) + 1;
    const port = ports[index] ?? 0;
    // The servers are on loopback, and accept only their own name.
    const own = `127.0.0.1:${port}`;
    const headers = {
      ...asked.headers,
      host: own,
      ...(asked.headers.origin === undefined ? {} : { origin: `http://${own}` }),
    };
    const passed = request(
      { host: '127.0.0.1', port, method: asked.method, path: asked.url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    passed.on('error', () => response.destroy());
    asked.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    port: address.port,
    /** How many requests each server got. */
    counts: (): readonly number[] => counts,
    close: () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
};
