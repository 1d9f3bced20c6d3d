import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { projectFolder } from './app-fixtures/folders.ts';

const words = z.array(z.string());

const service = z.object({
  command: words,
  environment: z.record(z.string(), z.string()),
  secrets: words,
  volumes: words,
  ports: words.optional(),
  healthcheck: z.object({ test: words.optional(), disable: z.boolean().optional() }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  stop_grace_period: z.string(),
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  network_mode: z.string().optional(),
});

const composeSchema = z.object({
  services: z.object({ postgres: service, prepare: service, serve: service, worker: service }),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

export const readProjectFile = (...path: readonly string[]): string =>
  readFileSync(join(projectFolder, ...path), 'utf8');

/** The services of docs/compose.yml, with what they share filled in. */
export const compose = () =>
  composeSchema.parse(parse(readProjectFile('docs', 'compose.yml'), { merge: true }));

/** The last stage of docs/Dockerfile: what a container starts, with which environment, and how it is checked. */
export const image = () => {
  const text = readProjectFile('docs', 'Dockerfile').replaceAll(/\\\n/gu, ' ');
  const stage = text.slice(text.lastIndexOf('\nFROM ') + 1);
  const argumentOf = (name: string): string => new RegExp(`^${name} (.*)$`, 'mu').exec(stage)?.[1] ?? '';
  const [, health = ''] = /CMD (\[.*\])$/u.exec(argumentOf('HEALTHCHECK')) ?? [];
  return {
    text,
    base: argumentOf('FROM'),
    user: argumentOf('USER'),
    entrypoint: words.parse(JSON.parse(argumentOf('ENTRYPOINT'))),
    health: words.parse(JSON.parse(health)),
    environment: Object.fromEntries(
      [...argumentOf('ENV').matchAll(/(\w+)=(\S+)/gu)].map(([, name = '', value = '']) => [name, value]),
    ),
  };
};
