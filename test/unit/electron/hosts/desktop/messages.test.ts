import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  parseAddFiles,
  parseEnabled,
  parseHandFile,
  parseInvoke,
  parseProxyLogin,
} from '../../../../../electron/hosts/desktop/messages.ts';

const bytes = new Uint8Array([1]);

describe('commands', () => {
  test('take a name and an input of any shape, which the backend parses', () => {
    expect(parseInvoke(['pages.open', { id: 1 }])).toEqual({
      ok: true,
      value: { name: 'pages.open', input: { id: 1 } },
    });
    expect(parseInvoke(['app.info', undefined]).ok).toBe(true);
  });

  test('accept files by their bytes', () => {
    const input = { service: 'vat-invoice', files: [{ kind: 'bytes', name: 'a', bytes }], sandbox: true };
    expect(parseInvoke(['pages.add', input]).ok).toBe(true);
  });

  test.each([
    [[]],
    [['pages.open']],
    [['pages.open', {}, {}]],
    [['', {}]],
    [['x'.repeat(51), {}]],
    [[1, {}]],
    [[null, {}]],
    [[['pages.open'], {}]],
    [[{ toString: () => 'pages.open' }, {}]],
  ])('%j is refused', (message) => {
    expect(parseInvoke(message).ok).toBe(false);
  });

  test.each([
    [[{ kind: 'path', path: '/etc/passwd' }]],
    [
      [
        { kind: 'bytes', name: 'a', bytes },
        { kind: 'path', path: '/etc/passwd' },
      ],
    ],
    [[{ kind: 'path', path: '' }]],
    [[{ kind: 'path' }]],
    [[{ kind: 'path', path: '/a', more: true }]],
  ])('rejects a file that is named by its path, for every command: %j', (files) => {
    for (const name of ['pages.add', 'pages.addSamples', 'other']) {
      expect(parseInvoke([name, { service: 'vat-invoice', files, sandbox: true }])).toEqual({
        ok: false,
        failure: 'a file named by its path',
      });
    }
  });

  test('accept the enabled actions of the menu, each by its name', () => {
    expect(parseEnabled([['undo', 'keys']])).toEqual({ ok: true, value: new Set(['undo', 'keys']) });
    expect(parseEnabled([[]]).ok).toBe(true);
    for (const message of [[], [['quit']], ['undo'], [[1]], [['undo'], 'more'], [Array(1000).fill('undo')]])
      expect(parseEnabled(message).ok).toBe(false);
  });

  test('accept an answer to a proxy, and no name that a proxy would read otherwise', () => {
    const id = '3f0c8d1e-6f55-4c39-9d0d-0a5b8f1f9d11';
    const login = { user: 'OFFICE\\anna', password: '' };
    expect(parseProxyLogin([id, login])).toEqual({ ok: true, value: { id, login } });
    expect(parseProxyLogin([id, null])).toEqual({ ok: true, value: { id, login: null } });
    for (const message of [
      [],
      [id],
      ['proxy.example', null],
      [id, { user: '', password: 'x' }],
      [id, { user: 'a:b', password: 'x' }],
      [id, { user: 'anna' }],
      [id, { user: 'a'.repeat(257), password: 'x' }],
      [id, { ...login, host: 'evil.example' }],
      [id, login, 'more'],
    ])
      expect(parseProxyLogin(message).ok).toBe(false);
  });

  test('never throw for any message', () => {
    fc.assert(
      fc.property(fc.array(fc.anything({ withTypedArray: true, withNullPrototype: true })), (message) => {
        expect(typeof parseInvoke(message).ok).toBe('boolean');
        expect(typeof parseAddFiles(message).ok).toBe('boolean');
        expect(typeof parseEnabled(message).ok).toBe('boolean');
      }),
    );
  });
});

describe('files from the preload', () => {
  const drop = { id: '0b4c1a4e-6d0e-4a59-9d8e-0d7a4c1f2b3c', left: 3, places: [0, 1] };
  const adding = { sandbox: true, held: false, drop };

  test('arrive by path or by bytes', () => {
    const files = [
      { kind: 'path', path: '/home/li/发票.jpg' },
      { kind: 'bytes', name: 'pasted.png', bytes },
    ];
    expect(parseAddFiles(['face-detect', files, adding])).toEqual({
      ok: true,
      value: { name: 'pages.add', input: { service: 'face-detect', files, ...adding } },
    });
  });

  const path = { kind: 'path', path: '/a' };
  test.each([
    ['an empty list of files', ['vat-invoice', [], adding]],
    ['an unknown service', ['other', [path], adding]],
    ['`sandbox` not a boolean', ['vat-invoice', [path], { ...adding, sandbox: 'true' }]],
    ['a drop without an id', ['vat-invoice', [path], { ...adding, drop: { left: 0 } }]],
    ['a relative path', ['vat-invoice', [{ kind: 'path', path: '../a' }], adding]],
    ['an empty path', ['vat-invoice', [{ kind: 'path', path: '' }], adding]],
    ['bytes as a string', ['vat-invoice', [{ kind: 'bytes', name: 'a', bytes: 'x' }], adding]],
    [
      'a name of 1,025 characters',
      ['vat-invoice', [{ kind: 'bytes', name: 'a'.repeat(1025), bytes }], adding],
    ],
    ['an unknown kind of file', ['vat-invoice', [{ kind: 'url', url: 'https://a' }], adding]],
    ['an extra argument', ['vat-invoice', [path], adding, true]],
    ['too many files', ['vat-invoice', Array.from({ length: 10_001 }, () => path), adding]],
  ])('refuses %s', (_, message) => {
    expect(parseAddFiles(message).ok).toBe(false);
  });
});

describe('a command with a file', () => {
  const input = { id: 1, result: 'consistent', day: '2026-01-02' };
  const path = { kind: 'path', path: '/home/li/result.pdf' };

  test('has its own channel, with the file that the preload found', () => {
    expect(
      parseHandFile(['books.attach', { ...input, file: { kind: 'path', path: '/etc/passwd' } }, path]),
    ).toEqual({
      ok: true,
      value: { name: 'books.attach', input: { ...input, file: path } },
    });
  });

  test.each([
    ['a command that takes no file', ['pages.add', input, path]],
    ['a missing file', ['books.attach', input, null]],
    ['a relative path', ['books.attach', input, { kind: 'path', path: 'a' }]],
    ['input not an object', ['books.attach', 'x', path]],
    ['an extra argument', ['books.attach', input, path, 1]],
  ])('refuses %s', (_, message) => {
    expect(parseHandFile(message).ok).toBe(false);
  });

  test('is rejected as a plain command, where a page would name the path', () => {
    expect(parseInvoke(['books.attach', { ...input, file: path }]).ok).toBe(false);
  });
});
