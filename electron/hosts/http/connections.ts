import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Listens on an address, and returns the port. Rejects if it is taken. */
export const listenOn = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('No port'));
      else resolve(address.port);
    });
  });

/** The connections to the loopback host, limited so that no other user of the computer can use them all. */
export type Connections = {
  readonly add: (socket: Socket) => void;
  /** Marks a connection with a valid session key, so that it is not closed to make room for others. */
  readonly trust: (socket: Socket) => void;
};

/** A page uses six at once; the system allows a process 1,024 files or more. */
const maxUnauthorized = 200;

/** At the limit, closes the oldest connection without a session: the newest may be the user's. */
export const createConnections = (most: number = maxUnauthorized): Connections => {
  const unauthorized = new Set<Socket>();
  return {
    add: (socket) => {
      unauthorized.add(socket);
      socket.once('close', () => unauthorized.delete(socket));
      for (const oldest of unauthorized) {
        if (unauthorized.size <= most) break;
        unauthorized.delete(oldest);
        oldest.destroy();
      }
    },
    trust: (socket) => {
      unauthorized.delete(socket);
    },
  };
};
