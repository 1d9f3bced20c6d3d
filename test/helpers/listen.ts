import { once } from 'node:events';
import type { Server } from 'node:net';

/** Starts a server on a free loopback port. */
export const listen = async <Listening extends Server>(server: Listening): Promise<Listening> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

/** The port on which a server listens. */
export const portOf = (server: Server): number => {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server does not listen');
  return address.port;
};
