import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { argv } from 'node:process';

/**
 * Accepts any POST, drops it, and responds at once with an invoice that has its own number and day; prints
 * its port to standard output.
 * @param argv path of the response text, and the number and the day in it to replace in each response
 */
const [, , path = '', number = '', day = ''] = argv;
const text = readFileSync(path, 'utf8');
let answered = 0;

const ownDay = (): string => {
  const [year, month, date] = new Date(Date.UTC(2018, 0, 1 + answered)).toISOString().split(/[-T]/u);
  return `${year}年${month}月${date}日`;
};

const nextResponse = (): Buffer => {
  answered += 1;
  const own = String(answered).padStart(number.length, '3');
  const extraction = Buffer.from(text.replaceAll(number, own).replaceAll(day, ownDay()));
  return Buffer.from(
    JSON.stringify({
      header: { code: 0, message: 'success', sid: `null-server-${answered}` },
      payload: {
        result: { compress: 'raw', encoding: 'utf8', format: 'json', text: extraction.toString('base64') },
      },
    }),
  );
};

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const body = nextResponse();
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`);
});
