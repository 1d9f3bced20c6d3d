import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * A proxy to PostgreSQL that can go silent: it then accepts data but does not forward it, like a firewall that has
 * dropped a connection.
 */
export const startSilentProxy = async (target: number) => {
  let isCut = false;
  const sockets = new Set<Socket>();
  const cut = new Set<Socket>();
  const forward = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('data', (bytes) => {
      if (!isCut && !cut.has(from)) to.write(bytes);
    });
    from.on('end', () => {
      if (!isCut && !cut.has(from)) to.end();
    });
    from.on('error', () => {});
    from.on('close', () => sockets.delete(from));
  };
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    forward(near, far);
    forward(far, near);
    if (isCut) for (const one of [near, far]) cut.add(one);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    port: address.port,
    cut: () => {
      isCut = true;
      for (const socket of sockets) cut.add(socket);
    },
    /** Applies to new connections; silent ones stay silent. */
    mend: () => {
      isCut = false;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
