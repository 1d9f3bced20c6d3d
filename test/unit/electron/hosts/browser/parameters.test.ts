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
  [['--port'], /Option --port needs a value/],
  [['--port', 'x'], /--port needs a number/],
  [['--port', '-1'], /Option --port needs a value/],
  [['--port=-1'], /--port needs a number/],
  [['--port', '65536'], /--port needs a number/],
  [['--port', '1e3'], /--port needs a number/],
  [['--port', ''], /Option --port needs a value/],
  [['--listen', '0.0.0.0'], /Unknown option --listen/],
  [['--no-open=yes'], /Option --no-open takes no value/],
  [['stray'], /options only/],
])('refuses %j with an explanation', (given, reason) => {
  const parsed = parseParameters(given);
  expect(parsed.ok).toBe(false);
  if (!parsed.ok)
    expect(parsed.failure.message).toMatchObject({
      en: expect.stringMatching(reason),
      zh: expect.stringMatching(/\S/),
    });
});
