import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listen, portOf } from './listen.ts';

/**
 * An HTTP proxy on loopback that leads every tunnel to one port of this computer.
 * @param words what it answers instead: nothing if empty; null ends the connection
 */
export const startTunnel = async (port: number, words?: string | null) => {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const hold = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((socket) => {
    hold(socket);
    socket.once('data', (head) => {
      heads.push(head.toString('latin1'));
      if (words === null) socket.destroy();
      else if (words !== undefined) socket.write(words);
      else {
        const target = connect(port, '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
          target.pipe(socket).pipe(target);
        });
        hold(target);
      }
    });
  });
  await listen(server);
  return {
    /** With a name and a password. */
    address: `http://anna:a%20b@127.0.0.1:${portOf(server)}`,
    /** What clients have sent before the tunnel. */
    heads,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
};
