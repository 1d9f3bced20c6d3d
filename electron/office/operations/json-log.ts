import { AsyncLocalStorage } from 'node:async_hooks';
import { pino } from 'pino';
import type { Log } from '../../infra/log.ts';
import { createRedactor } from '../../infra/redact.ts';

/** What a line of the log says about its event. Invoice data is never part of it. */
type Members = Readonly<Record<string, string | number | boolean | null>>;

/** The log of a process of an office, as JSON lines for the machine that collects them. */
export type JsonLog = Log & { readonly info: (event: string, members: Members) => void };

/** The id of the request that is being answered; each line that is written meanwhile contains it. */
export const requestIds = new AsyncLocalStorage<string>();

const longestText = 4_000;

/** Members that never reach the log, whatever they contain. */
const secretMembers = ['authorization', 'cookie', 'password', 'secret', 'token'];

type JsonLogOptions = {
  /** The part of the office: `serve` or `worker`. */
  readonly name: string;
  /** Receives each line. An unwritable log must not stop the program, so failures are ignored. */
  readonly out: (line: string) => Promise<void>;
  readonly now: () => Date;
  /** Texts that are removed from every line, in any notation. */
  readonly secrets: readonly string[];
};

/**
 * Opens the log of a process. Each line has `level`, `time` (ISO 8601), `name`, `pid`, `event`, the event's own
 * members and, within a request, `requestId`.
 */
export const openJsonLog = ({ name, out, now, secrets }: JsonLogOptions): JsonLog => {
  const redact = createRedactor(() => secrets);
  const clean = (value: unknown): unknown =>
    typeof value === 'string' ? redact(value).slice(0, longestText) : value;
  let last: Promise<unknown> = Promise.resolve();
  const logger = pino(
    {
      base: { name, pid: process.pid },
      messageKey: 'event',
      timestamp: () => `,"time":"${now().toISOString()}"`,
      redact: { paths: secretMembers.flatMap((member) => [member, `*.${member}`]), censor: '[removed]' },
      formatters: {
        level: (level) => ({ level }),
        log: (members) =>
          Object.fromEntries(Object.entries(members).map(([member, value]) => [member, clean(value)])),
      },
      mixin: () => {
        const requestId = requestIds.getStore();
        return requestId === undefined ? {} : { requestId };
      },
    },
    {
      write: (line: string) => {
        const written = out(line).catch(() => {});
        last = last.then(() => written);
      },
    },
  );
  return {
    write: (level, event, detail = '') => logger[level](detail === '' ? {} : { detail }, event),
    info: (event, members) => logger.info(members, event),
    flush: async () => {
      await last;
    },
  };
};
