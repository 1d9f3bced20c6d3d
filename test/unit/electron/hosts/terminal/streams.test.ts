import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { openStreams } from '../../../../../electron/hosts/terminal/streams.ts';

test('separates results from notes', async () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const streams = openStreams(stdout, stderr);
  streams.note('one');
  await streams.out([Buffer.from('a'), Buffer.from('b')]);
  await streams.flushed();
  expect(stdout.read()?.toString()).toBe('ab');
  expect(stderr.read()?.toString()).toBe('one\n');
});

test('stops writing if a reader closes the stream', async () => {
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

test('writes an unexpected error with its stack, in one line without secrets', async () => {
  const stderr = new PassThrough();
  const streams = openStreams(new PassThrough(), stderr);
  streams.noteBug(new TypeError('sent authorization=c2lnbmF0dXJl'));
  streams.noteBug('no error object');
  await streams.flushed();
  const [first, second, rest] = String(stderr.read()).split('\n');
  expect(first).toMatch(/^TypeError: sent authorization=\[removed\] at .*streams\.test\.ts/u);
  expect([second, rest]).toEqual(['no error object', '']);
});

const full = () =>
  new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('full'), { code: 'ENOSPC' })),
  });

test('rejects if standard output has a full disk, and reports no full disk of standard error', async () => {
  const streams = openStreams(full(), full());
  await expect(streams.out('a')).rejects.toMatchObject({ code: 'ENOSPC' });
  streams.note('b');
  await streams.flushed();
});

const hostile = 'a\u001b]0;title\u0007b\u009b2Jc';

test('replaces control characters in notes', async () => {
  const stderr = new PassThrough();
  const streams = openStreams(new PassThrough(), stderr);
  streams.note(`${hostile}\r\nforged`);
  await streams.flushed();
  expect(stderr.read()?.toString()).toBe('a�]0;title�b�2Jc��forged\n');
});

test('replaces control characters in results on a terminal, but not in a pipe', async () => {
  const [pipe, terminal] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY: true })];
  for (const stdout of [pipe, terminal]) {
    const streams = openStreams(stdout, new PassThrough());
    await streams.out(`${hostile}\t发票\r\n`);
    await streams.out([Buffer.from(hostile)]);
  }
  expect(pipe.read()?.toString()).toBe(`${hostile}\t发票\r\n${hostile}`);
  expect(terminal.read()?.toString()).toBe('a?]0;title?b??2Jc\t发票\r\na?]0;title?b??2Jc');
});
