import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { oneLine, openStreams } from '../../../../../electron/hosts/cli/streams.ts';

test('results and notes go their own ways', async () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const streams = openStreams(stdout, stderr);
  streams.note('one');
  await streams.out([Buffer.from('a'), Buffer.from('b')]);
  await streams.flushed();
  expect(stdout.read()?.toString()).toBe('ab');
  expect(stderr.read()?.toString()).toBe('one\n');
});

test('a reader that has gone away ends the writing and nothing else', async () => {
  const closed = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('gone'), { code: 'EPIPE' })),
  });
  const streams = openStreams(closed, closed);
  await streams.out('a');
  await streams.out(['b', 'c'].map((piece) => Buffer.from(piece)));
  streams.note('d');
  await streams.flushed();
  expect(closed.destroyed).toBe(true);
});

test('a name can neither move the cursor nor forge a line', () => {
  expect(oneLine('a\u001b[2Jb\r\nc\u202ed\u2028e')).toBe('a�[2Jb��c�d�e');
  expect(oneLine('发票 01.jpg')).toBe('发票 01.jpg');
});
