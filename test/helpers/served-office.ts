import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runServe } from '../../electron/office/server/run-serve.ts';
import { serveCommand } from '../../electron/office/server/parameters.ts';
import { findProjectFiles } from '../../electron/hosts/http/project-files.ts';
import { freshHome } from './app-fixtures/running-app.ts';

/** `vouch serve` in this process, on a free port of loopback, with a page that is no window. */
export const serveOffice = async (url: string) => {
  const command = serveCommand(['--port', '0'], 'en');
  if (!command.ok) throw new Error(command.failure.message.en);
  const home = freshHome();
  const interfaceFolder = join(home, 'renderer');
  mkdirSync(interfaceFolder, { recursive: true });
  writeFileSync(join(interfaceFolder, 'index.html'), '<html><head></head></html>');
  const stop = new AbortController();
  const listening = Promise.withResolvers<string>();
  const logged: string[] = [];
  const ended = runServe(command.value, {
    environment: { VOUCH_DATABASE_URL: url },
    home,
    project: { ...findProjectFiles(import.meta.url), interfaceFolder },
    now: () => new Date(),
    streams: {
      out: (content) => {
        if (typeof content === 'string') logged.push(content);
        return Promise.resolve();
      },
      note: (line) => {
        logged.push(line);
        const origin = /^Vouch: (http:\S+)\/$/u.exec(line)?.[1];
        if (origin !== undefined) listening.resolve(origin);
      },
    },
    signal: stop.signal,
  });
  void ended.then((code) => listening.reject(new Error(`serve ended (${code}): ${logged.join('\n')}`)));
  const origin = await listening.promise;
  return {
    origin,
    port: Number(new URL(origin).port),
    /** Standard output and standard error. */
    logged,
    stop: async () => {
      stop.abort();
      return await ended;
    },
  };
};
