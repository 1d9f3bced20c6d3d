import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../../../build/install.mjs';
import { officeCommand } from '../../../../../electron/office/cli/arguments.ts';
import { serveCommand } from '../../../../../electron/office/server/parameters.ts';
import { parseDatabaseAddress } from '../../../../../electron/office/store/address.ts';

const compose = readFileSync(join(root, 'docs', 'compose.yml'), 'utf8');

/** The words of each `command:`, in either form of YAML. */
const commands = [...compose.matchAll(/^ {4}command:(?: \[(.*)\]|\n((?: {6}- .*\n)+))/gmu)].map(
  ([, flow, block]) =>
    flow?.split(/,\s*/u) ??
    (block ?? '')
      .trim()
      .split(/\n\s*/u)
      .map((line) => line.slice(2)),
);

test('runs commands of the compose file that the program has, with flags that it accepts', () => {
  const [serve = [], worker = [], ...others] = commands;
  expect(others).toEqual([]);
  for (const words of [serve, worker])
    expect(words.slice(0, 5)).toEqual(['npm', 'run', '--silent', 'vouch', '--']);
  expect([serve[5], worker[5]]).toEqual(['serve', 'worker']);
  expect(serveCommand(serve.slice(6), 'en')).toMatchObject({
    ok: true,
    value: { address: '0.0.0.0', port: 8470, certificate: { cert: '/certificates/cert.pem' } },
  });
  expect(officeCommand('worker', worker.slice(6), 'en')).toMatchObject({ ok: true });
  expect(compose).toContain("ports: ['8470:8470']");
});

test('puts its database on loopback, and contains no secret', () => {
  const url = /VOUCH_DATABASE_URL: (\S+)/u.exec(compose)?.[1] ?? '';
  const address = parseDatabaseAddress(url.replace('${POSTGRES_PASSWORD:?}', 'word'));
  expect(address).toMatchObject({
    ok: true,
    value: { host: '127.0.0.1', user: 'vouch', database: 'office', tls: false },
  });
  expect(compose).toContain('POSTGRES_USER: vouch\n      POSTGRES_DB: office');
  const secrets = [...compose.matchAll(/^\s+(\w*(?:PASSWORD|SECRET|KEY|APP_ID)): (.*)$/gmu)];
  expect(secrets).toHaveLength(4);
  for (const [, name, value] of secrets) expect(value).toBe(`\${${name}:?}`);
});
