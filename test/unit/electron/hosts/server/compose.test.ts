import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../../../build/install.mjs';
import { officeCommand } from '../../../../../electron/office/cli/arguments.ts';
import { operationsPlace } from '../../../../../electron/office/operations/place.ts';
import { serveCommand } from '../../../../../electron/office/server/parameters.ts';
import { parseDatabaseAddress } from '../../../../../electron/office/store/address.ts';
import { compose, image, readProjectFile } from '../../../../helpers/office-image.ts';

const { services, secrets } = compose();

test('runs commands of the compose file that the program has, with flags that it accepts', () => {
  const [serve, ...serveFlags] = services.serve.command;
  expect(serve).toBe('serve');
  expect(serveCommand(serveFlags, 'en')).toMatchObject({
    ok: true,
    value: { address: '0.0.0.0', port: 8470, certificate: { cert: '/certificates/cert.pem' } },
  });
  expect(services.serve.ports).toEqual(['8470:8470']);
  const [worker, ...workerFlags] = services.worker.command;
  expect(worker).toBe('worker');
  expect(officeCommand('worker', workerFlags, 'en')).toMatchObject({ ok: true });
  expect(services.worker.ports).toBeUndefined();
  const [office, ...rest] = services.prepare.command;
  expect(office).toBe('office');
  expect(officeCommand('office', rest, 'en')).toMatchObject({ ok: true, value: { kind: 'prepare' } });
  for (const { depends_on: awaited } of [services.serve, services.worker])
    expect(awaited).toEqual({ prepare: { condition: 'service_completed_successfully' } });
  expect(services.serve.build).toEqual({ context: '..', dockerfile: 'docs/Dockerfile' });
});

test('reaches PostgreSQL through its socket only', () => {
  const [url = ''] = /postgres:\/\/\S+/u.exec(readProjectFile('docs', 'compose.yml')) ?? [];
  expect(parseDatabaseAddress(url)).toMatchObject({
    ok: true,
    value: {
      host: '/var/run/postgresql',
      user: services.postgres.environment.POSTGRES_USER,
      database: services.postgres.environment.POSTGRES_DB,
    },
  });
  for (const one of Object.values(services)) expect(one.volumes).toContain('socket:/var/run/postgresql');
  expect(services.postgres.ports).toBeUndefined();
  expect(services.postgres.command).toContain('listen_addresses=127.0.0.1');
  expect(services.postgres.environment.POSTGRES_INITDB_ARGS).toContain('--auth-local=scram-sha-256');
});

test('hands out every secret as a file, and each only to who needs it', () => {
  for (const { environment, secrets: given } of Object.values(services)) {
    const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
    expect(files.map(([, path]) => path).toSorted()).toEqual(
      given.map((name) => `/run/secrets/${name}`).toSorted(),
    );
    for (const name of given) expect(secrets).toHaveProperty([name]);
    const secretNames = Object.keys(environment).filter((name) => /(?:PASSWORD|KEY|SECRET|URL)$/u.test(name));
    expect(secretNames.filter((name) => name !== 'VOUCH_BASE_URL')).toEqual([]);
  }
  // Only the container that ends has the owner's address.
  expect(services.serve.secrets).toEqual(['server-database-url']);
  expect(services.worker.secrets).toEqual(['worker-database-url', 'api-key', 'api-secret']);
});

test('keeps the files of secrets out of the repository and out of the image', () => {
  const ignored = readProjectFile('.gitignore').split('\n');
  const folders = [...Object.values(secrets).map(({ file }) => file), ...services.serve.volumes]
    .filter((path) => path.startsWith('./'))
    .map((path) => `/docs/${/^\.\/([\w-]+)/u.exec(path)?.[1]}/`);
  expect(new Set(folders)).toEqual(new Set(['/docs/secrets/', '/docs/certificates/']));
  for (const path of [...folders, '/docs/.env']) expect(ignored).toContain(path);
  const copied = readProjectFile('docs', 'Dockerfile.dockerignore').split('\n');
  expect(copied[0]).toBe('**');
  expect(copied.filter((line) => line.startsWith('!docs'))).toEqual(['!docs/guide']);
});

test('starts Node.js as process 1, as an unprivileged user, in the pinned version', () => {
  const { base, user, entrypoint } = image();
  expect(base).toBe(`node:${readProjectFile('.node-version').trim()}-bookworm-slim`);
  expect(user).toBe('node');
  const [program, ...parameters] = entrypoint;
  expect(program).toBe('node');
  expect(existsSync(join(root, parameters.at(-1) ?? ''))).toBe(true);
  // The same flags as `npm run vouch`.
  const { scripts } = JSON.parse(readProjectFile('package.json')) as { scripts: { vouch: string } };
  expect(entrypoint.join(' ')).toBe(scripts.vouch);
});

test('asks the port of the image whether a container is ready', () => {
  const { health, environment } = image();
  expect(operationsPlace({ address: null, port: null }, environment)).toMatchObject({
    value: { address: '127.0.0.1', port: 9470 },
  });
  expect(health.slice(0, 2)).toEqual(['node', '--eval']);
  expect(health[2]).toContain('${process.env.VOUCH_OPERATIONS_PORT}/readyz');
});

/** The words of `ExecStart` after the program's file. */
const started = (unit: string): readonly string[] => {
  const [, line = ''] = /^ExecStart=(.*)$/mu.exec(unit) ?? [];
  const all = line
    .replaceAll('${CREDENTIALS_DIRECTORY}', '/run/credentials')
    .replaceAll('%i', '9471')
    .split(' ');
  return all.slice(all.indexOf('electron/hosts/cli/main.ts') + 1);
};

test('starts commands in the units of systemd that the program has, with secrets as files', () => {
  const names = ['vouch-serve.service', 'vouch-worker@.service', 'vouch-prepare.service'];
  const units = names.map((name) => readProjectFile('docs', 'systemd', name));
  const [[serve, ...serveFlags] = [], [worker, ...workerFlags] = [], [office, ...prepare] = []] =
    units.map(started);
  expect(office).toBe('office');
  expect(officeCommand('office', prepare, 'en')).toMatchObject({ ok: true, value: { kind: 'prepare' } });
  expect(units.map((unit) => unit.includes('owner-database-url'))).toEqual([false, false, true]);
  expect([serve, worker]).toEqual(['serve', 'worker']);
  expect(serveCommand(serveFlags, 'en')).toMatchObject({
    ok: true,
    value: { certificate: { cert: '/etc/vouch/cert.pem' }, operations: { port: 9470 } },
  });
  // systemd copies credentials once, so a reload of the certificate needs the files themselves.
  expect(units[0]).toMatch(/^ExecReload=\/bin\/kill -HUP \$MAINPID$/mu);
  expect(officeCommand('worker', workerFlags, 'en')).toMatchObject({
    ok: true,
    value: { operations: { port: 9471 } },
  });
  for (const unit of units) {
    const loaded = [...unit.matchAll(/^LoadCredential=([^:]+):/gmu)].map(([, name = '']) => name);
    const used = [...unit.matchAll(/(?:%d|\$\{CREDENTIALS_DIRECTORY\})\/([\w.-]+)/gu)].map(
      ([, name = '']) => name,
    );
    expect(used.toSorted()).toEqual(loaded.toSorted());
    expect(unit).not.toMatch(/VOUCH_(?:API_KEY|API_SECRET|(?:\w+_)?DATABASE_URL)=/u);
    // A unit that ends is not started again.
    expect(unit).toMatch(/^(?:RestartPreventExitStatus=2|Type=oneshot)$/mu);
  }
});
