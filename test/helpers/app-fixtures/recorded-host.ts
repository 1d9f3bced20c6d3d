import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../../../electron/hosts/browser/server.ts';
import { createSessions } from '../../../electron/hosts/browser/sessions.ts';
import { openInterfaceFiles } from '../../../electron/hosts/http/interface-files.ts';
import { openLog, type Log } from '../../../electron/infra/log.ts';
import { ask, type Question, type HostResponse } from './ask.ts';
import { recordingBackend } from './recording-backend.ts';

/** A browser host with an empty page, over a backend that records its commands. */
export const startRecordedHost = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-browser-host-'));
  mkdirSync(join(folder, 'renderer'));
  writeFileSync(join(folder, 'renderer', 'index.html'), '<html><head></head></html>');
  const backend = recordingBackend();
  let usedAgain = 0;
  const sessions = createSessions(
    () => performance.now(),
    () => (usedAgain += 1),
  );
  /** Starts a server with these sessions and this backend. */
  const serve = (log: Log) =>
    startServer(
      {
        files: openInterfaceFiles(join(folder, 'renderer')),
        sessions,
        backend: () => Promise.resolve(backend),
        log,
        incoming: join(folder, 'incoming'),
      },
      0,
    );
  const log = openLog(join(folder, 'browser.log'), () => new Date());
  const server = await serve(log);
  const { port } = server;
  const origin = `http://127.0.0.1:${port}`;

  const exchange = (token: unknown): Promise<HostResponse> =>
    ask({
      port,
      method: 'POST',
      path: '/session',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
  return {
    folder,
    port,
    backend,
    sessions,
    log,
    serve,
    /** How often a used token was used again. */
    usedAgain: () => usedAgain,
    exchange,
    openSession: async (token: string = sessions.issueToken()): Promise<string> =>
      JSON.parse((await exchange(token)).body.toString()).value.session,
    /** A request as the host's own page makes it, with a test's changes. */
    asPage: (session: string, question: Omit<Question, 'port'>): Promise<HostResponse> =>
      ask({
        port,
        ...question,
        headers: {
          origin,
          'x-vouch-session': session,
          'content-type': 'application/json',
          ...question.headers,
        },
      }),
    close: async (): Promise<void> => {
      await server.close();
      await log.flush();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type RecordedHost = Awaited<ReturnType<typeof startRecordedHost>>;
