import { createServer } from 'node:http';
import process from 'node:process';
import { makeInvoice } from '../helpers/invoice-generator.ts';

/** Accepts any POST and responds with another invoice of six lines; prints its address. */
const layout = { maxLines: 8, missing: 0, skew: 0, jitter: 0 };
let seed = 0;
const nextText = (): Buffer => {
  for (;;) {
    seed += 1;
    const { truth, text } = makeInvoice(seed, layout);
    if (truth.lines.length === 6) return Buffer.from(JSON.stringify(text));
  }
};

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const body = Buffer.from(
      JSON.stringify({
        header: { code: 0, message: 'success', sid: `six-lines-${seed}` },
        payload: { result: { compress: 'raw', text: nextText().toString('base64') } },
      }),
    );
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}\n`);
});
