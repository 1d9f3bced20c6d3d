import { expect, test } from 'vitest';
import { parseParameters } from '../../../../../electron/hosts/browser/parameters.ts';

test('defaults to any free port and the system’s browser', () => {
  expect(parseParameters([])).toEqual({ ok: true, value: { port: 0, open: true } });
});

test('accepts a port, and no browser', () => {
  expect(parseParameters(['--port', '4321', '--no-open'])).toEqual({
    ok: true,
    value: { port: 4321, open: false },
  });
  expect(parseParameters(['--port=0'])).toEqual({ ok: true, value: { port: 0, open: true } });
});

test.each([
  [['--port']],
  [['--port', 'x']],
  [['--port', '-1']],
  [['--port', '65536']],
  [['--port', '1e3']],
  [['--port', '']],
  [['--listen', '0.0.0.0']],
  [['stray']],
])('refuses %j with an explanation', (given) => {
  const parsed = parseParameters(given);
  expect(parsed.ok).toBe(false);
  if (!parsed.ok) expect(parsed.failure).toMatch(/Usage: /);
});
