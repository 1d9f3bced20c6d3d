import {
  commands,
  eventSchema,
  resultSchema,
  type CommandFailure,
  type CommandName,
  type VouchEvent,
} from '../../shared/contract/commands.ts';
import type { Command } from '../../shared/contract/command.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import { createTurn } from '../../shared/turn.ts';
import { z } from 'zod';
import {
  offerDownload,
  readOutput,
  sentFiles,
  type ConnectionState,
  type HostConnection,
  type PickedFile,
} from '../state/host.ts';
import { linesOfStream } from './lines.ts';
import { readLocal, storeLocal } from '../state/local-storage.ts';
import { badResponseOf, failures } from '../state/outcome.ts';
import { isLeaving } from '../state/typed.ts';
import type { Send, Sending, Tries } from '../state/reach.ts';

const sessionHeader = 'x-vouch-session';
const keptAt = 'vouch-session';
/** All tabs of this browser profile share it, so that one of them can take the session over. */
const spareAt = 'vouch-spare';

const sessionSchema = z.object({ value: z.object({ session: z.string().min(1), spare: z.string().min(1) }) });
const responseSchema = resultSchema(z.unknown());

const tokenInAddress = (): string | null => new URLSearchParams(window.location.hash.slice(1)).get('token');

/**
 * The key of this tab: stored across reloads, else exchanged for the launch token in the URL. The token works
 * once. It is removed from the URL at once, so that it is neither bookmarked nor visible. Null if neither is
 * accepted.
 */
const openSession = async (): Promise<string | null> => {
  const token = tokenInAddress();
  // An address that is opened in a tab with this page changes only its fragment: the page loads again to use it.
  window.addEventListener('hashchange', () => {
    if (tokenInAddress() !== null) window.location.reload();
  });
  const kept = sessionStorage.getItem(keptAt);
  if (token === null) return kept;
  window.history.replaceState(null, '', window.location.pathname);
  // Sends the tab's own key, so that opening the old URL again counts as the same user.
  return (await exchange({ token }, kept)) ?? kept;
};

/** Stores and returns the key of a new session; null if it was refused. */
const exchange = async (
  proof: { readonly token: string } | { readonly spare: string },
  kept: string | null,
): Promise<string | null> => {
  const response = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(kept === null ? {} : { [sessionHeader]: kept }) },
    body: JSON.stringify(proof),
  });
  if (!response.ok) return null;
  const session = sessionSchema.safeParse(await response.json());
  if (!session.success) return null;
  const { session: key, spare } = session.data.value;
  sessionStorage.setItem(keptAt, key);
  // A browser that stores nothing across tabs has no spare key: another tab then needs a new address.
  storeLocal(spareAt, spare);
  return key;
};

/** Whether this tab can ask to take the session over. */
export const mayTakeOver = (): boolean => readLocal(spareAt) !== null;

/** Takes the session over from another tab of this browser; false if the host refuses. */
export const takeOver = async (): Promise<boolean> => {
  const spare = readLocal(spareAt);
  try {
    return spare !== null && (await exchange({ spare }, null)) !== null;
  } catch {
    // The host has ended.
    return false;
  }
};

const once: Sending = { repeats: false, saves: false };
/** A question can be asked again. */
const question: Sending = { repeats: true, saves: false };

const sendingOf = (name: CommandName): Sending => {
  const { ledger, audit, sentAgain }: Command = commands[name];
  // Only what is sent again is sure to be saved.
  const saves = sentAgain !== undefined;
  return { repeats: saves || (ledger !== 'write' && audit === 'nothing'), saves };
};

/** A request for which the window does not wait. */
const sendOnce: Send = async (send) => {
  try {
    return await send(new AbortController().signal);
  } catch {
    return null;
  }
};

type HttpClient = {
  /** Null if there was no answer. */
  readonly request: (path: string, init?: RequestInit, sending?: Sending) => Promise<Response | null>;
  /** Whether requests wait for their host, and an ended stream of events is opened again without end. */
  readonly isPatient: boolean;
  readonly changeTo: (state: ConnectionState) => void;
  readonly onState: HostConnection['onState'];
};

/** Sends requests with what identifies the tab and derives the connection state from their results. */
const createHttpClient = (
  ownHeaders: Readonly<Record<string, string>>,
  /** Resolves when a refused request can be sent again; null if it never can. */
  untilAllowed: (() => Promise<void>) | null,
  patiently: Send | null,
): HttpClient => {
  const listeners = new Set<(state: ConnectionState) => void>();
  let state: ConnectionState = 'open';
  const changeTo = (next: ConnectionState) => {
    // A refused tab stays refused.
    if (next === state || state === 'refused') return;
    state = next;
    for (const listener of listeners) listener(next);
  };
  return {
    changeTo,
    onState: (listener) => {
      listeners.add(listener);
      listener(state);
      return () => listeners.delete(listener);
    },
    isPatient: patiently !== null,
    request: async (path, init = {}, sending = once) => {
      const headers = { ...Object.fromEntries(new Headers(init.headers)), ...ownHeaders };
      const { signal } = init;
      const tries: Tries = { lostMs: null };
      for (;;) {
        const response = await (patiently ?? sendOnce)(
          (cut) => fetch(path, { ...init, headers, signal: signal ? AbortSignal.any([signal, cut]) : cut }),
          sending,
          tries,
        );
        if (response?.status !== 401) return response;
        if (!untilAllowed) {
          changeTo('refused');
          return response;
        }
        await untilAllowed();
      }
    },
  };
};

const responseOf = async (response: Response | null): Promise<Result<unknown, CommandFailure>> => {
  if (!response) return failed(failures.unreachable);
  try {
    const read = responseSchema.safeParse(await response.json());
    if (!read.success) return failed(badResponseOf(response));
    return read.data.ok ? success(read.data.value) : failed(read.data.failure);
  } catch {
    return failed(badResponseOf(response));
  }
};

/** How often a file waits for room in its host: half an hour, with the time that the host lets it wait. */
const mostWaits = 70;
const leastWaitSeconds = 5;

const sendFile = async (
  client: HttpClient,
  file: File,
  query: string,
): Promise<Result<unknown, CommandFailure>> => {
  for (let waits = 0; ; waits += 1) {
    const response = await client.request(`/files?${query}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        'x-vouch-name': encodeURIComponent(file.name.toWellFormed()),
      },
      body: file,
    });
    // Also a proxy in front of the host limits files.
    if (response?.status === 413) return failed(failures.tooLarge);
    const result = await responseOf(response);
    // The host has no room for it yet, and has kept nothing of it.
    if (result.ok || result.failure.id !== 'uploads-full' || waits === mostWaits) return result;
    // A proxy may leave the time out, or state a date.
    const seconds = Number(response?.headers.get('retry-after')) || leastWaitSeconds;
    await pause(Math.max(leastWaitSeconds, seconds) * 1_000);
  }
};

/**
 * Has the browser ask before the tab is closed or reloaded: files that were not sent yet would be lost. Returns a
 * function that ends this.
 */
const holdTab = (): (() => void) => {
  const held = new AbortController();
  addEventListener('beforeunload', (event) => event.preventDefault(), { signal: held.signal });
  return () => held.abort();
};

const isReadable = async (file: File): Promise<boolean> => {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
};

const sendFiles =
  (client: HttpClient): HostConnection['addFiles'] =>
  async (service, files, { sandbox, held, drop }, onAdded) => {
    // Tokens of the system's dialog exist only on the desktop.
    const own = files.filter((file) => file instanceof File);
    const leftOut: PickedFile[] = [];
    const there: PageId[] = [];
    const binned: PageId[] = [];
    let refused: CommandFailure | null = null;
    const letGo = holdTab();
    try {
      // One at a time: a request body is one file, and the user's order must be kept.
      for (const [index, file] of own.entries()) {
        // It was moved or deleted meanwhile: it stays among the missing files, and the others go on.
        if (!(await isReadable(file))) continue;
        const left = String(own.length - index - 1);
        const query = new URLSearchParams({
          service,
          sandbox: String(sandbox),
          held: String(held),
          drop: drop.id,
          left,
          place: String(drop.places.get(file) ?? 0),
        });
        const result = readOutput('pages.add', await sendFile(client, file, query.toString()));
        if (result.ok && result.value.added.length > 0) onAdded(result.value.added);
        const rest = sentFiles([file], result);
        if (!rest.ok && rest.failure.id === failures.tooLarge.id) {
          refused = rest.failure;
          continue;
        }
        if (!rest.ok) return rest;
        leftOut.push(...rest.value.leftOut);
        there.push(...rest.value.there);
        binned.push(...rest.value.binned);
      }
      return success({ leftOut, there, binned, refused });
    } finally {
      letGo();
    }
  };

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

const readEvents = async (
  client: HttpClient,
  opened: () => void,
  tell: (event: VouchEvent) => void,
  signal: AbortSignal,
): Promise<void> => {
  const response = await client.request('/events', { signal }, question);
  if (!response?.ok || !response.body) return;
  opened();
  client.changeTo('open');
  for await (const line of linesOfStream(response.body)) {
    const read = eventSchema.safeParse(JSON.parse(line));
    if (read.success) tell(read.data);
  }
};

/**
 * Follows the event stream. If the stream ends, it is opened again. On this computer it is given up after a few failed
 * attempts; the server of an office comes back.
 */
const followEvents = (client: HttpClient, tell: (event: VouchEvent) => void): (() => void) => {
  const stop = new AbortController();
  const follow = async () => {
    for (let silent = 0; silent < 5 || client.isPatient; silent += 1) {
      try {
        await readEvents(
          client,
          () => {
            silent = 0;
          },
          tell,
          stop.signal,
        );
      } catch {
        // A broken stream is handled like one that ended.
      }
      if (stop.signal.aborted) return;
      client.changeTo('waiting');
      await pause(200 * 2 ** Math.min(silent, 4));
    }
    if (!stop.signal.aborted) client.changeTo('lost');
  };
  void follow();
  return () => stop.abort();
};

/** The browser host: everything over HTTP on loopback. Null if this tab has no key and gets none. */
export const browserBridge = async (): Promise<HostConnection | null> => {
  const session = await openSession();
  return session === null ? null : hostBehind(createHttpClient({ [sessionHeader]: session }, null, null));
};

/**
 * An office: the browser adds the session's cookie. After the end of a session, requests wait for the next one; while the
 * office can't be reached, they wait until it can.
 */
export const officeHost = (patiently: Send): HostConnection =>
  hostBehind(
    createHttpClient({}, async () => (await import('../state/session.ts')).untilSignedIn(), patiently),
  );

/** Characters of a change that outlives its page: browsers take 64 KiB of such requests at a time. */
const mostKeptAlive = 4096;

const hostBehind = (client: HttpClient): HostConnection => {
  /** Changes that wait for an office are stored in the order in which they were made. */
  const turn = createTurn();
  const blob = async (path: string): Promise<Blob | null> => {
    const response = await client.request(path, {}, path.startsWith('/downloads/') ? once : question);
    return response?.ok ? response.blob() : null;
  };
  return {
    invoke: async (name, input) => {
      const sending = sendingOf(name);
      const isLast = isLeaving();
      const body = JSON.stringify(input);
      const init = {
        method: 'POST',
        // A repetition has the same id.
        headers: { 'content-type': 'application/json', 'x-vouch-request': crypto.randomUUID() },
        body,
        // A page that ends cancels its other requests, also those that the browser has not sent yet.
        keepalive: isLast || (sending.saves && body.length <= mostKeptAlive),
      };
      const send = () => client.request(`/commands/${name}`, init, sending);
      // Who closes the tab can't wait for the answer to an earlier change.
      const waits = client.isPatient && sending.saves && !isLast;
      return readOutput(name, await responseOf(await (waits ? turn.run(send) : send())));
    },
    addFiles: sendFiles(client),
    handFile: async (command, input, file) => {
      if (!(file instanceof File)) return failed(failures.badResponse);
      const query = new URLSearchParams({ command, input: JSON.stringify(input) });
      return readOutput(command, await sendFile(client, file, query.toString()));
    },
    listen: (listener) => followEvents(client, listener),
    picture: (id, size) => blob(`/pictures/${id}/${size}`),
    faces: async (id) => {
      const response = await client.request(`/faces/${id}`, {}, question);
      return response?.ok ? response.arrayBuffer() : null;
    },
    saveDownload: async (id, name) => {
      const bytes = await blob(`/downloads/${encodeURIComponent(id)}`);
      if (bytes) offerDownload(bytes, name);
      return bytes !== null;
    },
    onState: client.onState,
  };
};
