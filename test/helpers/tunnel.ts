import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { listen, portOf } from './listen.ts';

/**
 * An HTTP proxy on loopback that leads every tunnel to one port of this computer.
 * @param words what it answers instead: nothing if empty; null ends the connection
 * @param certificate for a proxy over https
 */
export const startTunnel = async (
  port: number,
  words?: string | null | ((head: string) => string | undefined),
  certificate?: { readonly key: string; readonly cert: string },
) => {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const clients: Socket[] = [];
  const hold = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  };
  const serve = (socket: Socket): void => {
    hold(socket);
    clients.push(socket);
    socket.once('data', (head) => {
      const asked = head.toString('latin1');
      heads.push(asked);
      const said = typeof words === 'function' ? words(asked) : words;
      if (said === null) socket.destroy();
      else if (said !== undefined) socket.write(said);
      else {
        const target = connect(port, '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
          target.pipe(socket).pipe(target);
        });
        hold(target);
      }
    });
  };
  const server: Server = certificate ? createSecureServer(certificate, serve) : createServer(serve);
  await listen(server);
  return {
    /** With a name and a password. */
    address: `${certificate ? 'https' : 'http'}://anna:a%20b@127.0.0.1:${portOf(server)}`,
    /** What clients have sent before the tunnel. */
    heads,
    /** How many connections of clients are open. */
    open: () => clients.filter((socket) => !socket.destroyed).length,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
};
