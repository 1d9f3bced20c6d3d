import { createServer } from 'node:http';

/** Takes any POST in and answers it with the same reply; tells its port on standard output. */
export const answerAll = (reply: Buffer): void => {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': reply.length });
      response.end(reply);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`);
  });
};
