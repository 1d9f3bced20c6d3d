import { describe, expect, test } from 'vitest';
import { serveCommand } from '../../../../../electron/office/server/parameters.ts';

const parse = (line: string) => serveCommand(line === '' ? [] : line.split(' '), 'en');

test('defaults to loopback with plain http', () => {
  expect(parse('')).toEqual({
    ok: true,
    value: {
      kind: 'serve',
      address: '127.0.0.1',
      port: 8470,
      certificate: null,
      proxy: null,
      administratorLink: null,
      language: 'en',
      operations: { address: null, port: null },
    },
  });
});

test.each([
  '--address localhost --port 0',
  '--address ::1',
  '--address 127.0.0.2',
  '--address 0.0.0.0 --cert a.pem --key a.key',
  '--address 10.0.0.4 --proxy 10.0.0.1',
  '--port=443 --cert=a.pem --key=a.key --lang zh',
  '--operations-port 9090',
  '--operations-port 9090 --operations-address 10.0.0.4',
])('%s is accepted', (line) => expect(parse(line)).toMatchObject({ ok: true }));

test.each([
  ['--administrator-link', null],
  ['--administrator-link li@office.example', 'li@office.example'],
  ['--administrator-link=Li --port 443', 'Li'],
  ['--port 443 --administrator-link Li', 'Li'],
])('%s asks for a link', (line, name) =>
  expect(parse(line)).toMatchObject({ ok: true, value: { administratorLink: { name } } }),
);

test.each(['--administrator-link Li Hua', '--administrator-link=Li Hua', 'Li', '--administrator-link --x'])(
  '%s is refused',
  (line) => expect(parse(line)).toMatchObject({ ok: false }),
);

describe('refuses plain http beyond this computer', () => {
  test.each(['--address 0.0.0.0', '--address ::', '--address 192.168.1.4', '--address 1.127.0.0'])(
    '%s',
    (line) => expect(parse(line)).toMatchObject({ failure: { message: { en: /--cert.*--proxy/ } } }),
  );
});

test.each([
  '--port x',
  '--port 65536',
  '--port -1',
  '--address vouch.example',
  '--address 127.0.0.1:80',
  '--cert a.pem',
  '--key a.key',
  '--proxy proxy.example',
  '--lang fr',
  '--watch /tmp',
  '--database postgres://a:b@c/d',
  'stray',
  '--port 1 --port 2',
  '--operations-port x',
  '--operations-port 70000',
  '--operations-address monitor.example',
])('refuses %s with an explanation in both languages', (line) => {
  const parsed = parse(line);
  expect(parsed.ok).toBe(false);
  if (parsed.ok) return;
  expect(parsed.failure.message.en).toMatch(/\w{3}/);
  expect(parsed.failure.message.zh).toMatch(/[\u4e00-\u9fff]{2}/);
  expect(JSON.stringify(parsed.failure)).not.toContain('a:b@c');
});
