import { createServer } from 'node:http';
import { crowdReply } from '../helpers/crowd.ts';

/** Answers any POST with 9,999 faces of 21 points each; tells its port on standard output. */
const reply = crowdReply(9_999);

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': reply.length });
    response.end(reply);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' && address ? address.port : 0);
});
