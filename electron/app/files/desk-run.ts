import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  mostAskedFiles,
  mostSourceBytes,
  mostSourceLength,
  type DeskFormat,
  type DeskPage,
} from '../../../shared/contract/desk-commands.ts';
import type { CommandFailure, CommandInput, CommandOutput } from '../../../shared/contract/commands.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import type { Language } from '../../../shared/language.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { officeCallFailures } from '../../../shared/texts/desk.ts';
import { bytesOf, type DeskEntry, type DeskUpload } from './desk-files.ts';
import type { OfficeClient } from './office-client.ts';

const service = 'vat-invoice';

/** What a host is told while an office reads files. */
export type DeskEvent =
  | { readonly kind: 'binned'; readonly source: string }
  | { readonly kind: 'refused'; readonly source: string; readonly failure: Failure }
  /** `finished` is the number of ended pages, and `count` that of all known ones. */
  | {
      readonly kind: 'page';
      readonly source: string;
      readonly page: DeskPage;
      /** The file was in the office before. */
      readonly wasKnown: boolean;
      readonly finished: number;
      readonly count: number;
    }
  /** No page has ended for a while, and no worker is running. */
  | { readonly kind: 'no-worker' }
  /** A page waits for the budget of another day. */
  | { readonly kind: 'over-budget'; readonly failure: Failure };

type DeskRunDependencies = {
  readonly client: OfficeClient;
  /** Aborted when the user stops the run: the results of what has ended are fetched. */
  readonly signal: AbortSignal;
  readonly tell: (event: DeskEvent) => void;
  /** For tests: the intervals of questions, and the silence after which workers are missed, in milliseconds. */
  readonly times?: { readonly look: number; readonly slowest: number; readonly silence: number };
};

const usualTimes = { look: 300, slowest: 3_000, silence: 30_000 };

type Tracked = {
  readonly entry: DeskEntry;
  pages: readonly DeskPage[];
  /** Whether the office had it before this run. */
  wasKnown: boolean;
  isBinned: boolean;
  /** How often the office has found no page of it. */
  missed: number;
};

/** Whether nothing more happens to a page by itself. */
const hasEnded = ({ state, held }: DeskPage): boolean => held || (state !== 'waiting' && state !== 'calling');

/** A fold removes a page a moment before another question finds its file on the page that has the invoice. */
const isOver = ({ pages, missed }: Tracked): boolean =>
  pages.length > 0 ? pages.every(hasEnded) : missed > 1;

export type DeskOutcome = CommandOutput<'desk.export'> & {
  readonly files: ReadonlyMap<DeskFormat, Buffer>;
  /** Pages that the office had before. */
  readonly reused: number;
  readonly binned: number;
};

/** A failure, and whether the office has taken a file before. */
export type DeskFailure = { readonly failure: CommandFailure; readonly hasHandedIn: boolean };

const track = (entry: DeskEntry): Tracked => ({
  entry,
  pages: [],
  wasKnown: false,
  isBinned: false,
  missed: 0,
});

/** Whether the office can have the file. */
const sendable = (one: Tracked): boolean => one.entry.failure === null && one.entry.sha256 !== null;

/** A path as an office takes it: of a longer one, the beginning and the end. */
const shortened = (source: string): string => {
  if (source.length <= mostSourceLength) return source;
  const half = mostSourceLength / 2 - 1;
  return `${source.slice(0, half)}…${source.slice(-half)}`;
};

/** Whether one question can name all paths. */
const canName = (sources: readonly string[]): boolean => {
  let bytes = 0;
  for (const source of sources) bytes += Buffer.byteLength(JSON.stringify(shortened(source)));
  return bytes <= mostSourceBytes;
};

/** How often a result is encoded that was lost on its way. */
const mostEncodings = 3;

/**
 * Encodes and fetches the results, although the user stops the run. The office gives out a download once: if the
 * connection broke meanwhile, the office encodes what is missing again.
 */
const fetchResults = async (
  client: OfficeClient,
  input: CommandInput<'desk.export'>,
): Promise<Result<CommandOutput<'desk.export'> & Pick<DeskOutcome, 'files'>, CommandFailure>> => {
  const never = new AbortController().signal;
  const files = new Map<DeskFormat, Buffer>();
  for (let encodings = 1; ; encodings += 1) {
    const formats = input.formats.filter((format) => !files.has(format));
    const exported = await client.export({ ...input, formats }, never);
    if (!exported.ok) return exported;
    let lost: CommandFailure | null = null;
    for (const { format, id } of exported.value.downloads) {
      const download = await client.download(id, never);
      if (download.ok) files.set(format, download.value);
      else if (download.failure.id === officeCallFailures.gone.id) lost = download.failure;
      else return download;
    }
    if (lost === null) return success({ ...exported.value, files });
    if (encodings >= mostEncodings) return failed(lost);
  }
};

/** Hands files in to an office, waits for its workers, and fetches the results. */
export const runDesk = async (
  uploads: readonly DeskUpload[],
  wanted: {
    readonly formats: readonly DeskFormat[];
    readonly language: Language;
    readonly encoding: 'utf8' | 'gb18030';
  },
  { client, signal, tell, times = usualTimes }: DeskRunDependencies,
): Promise<Result<DeskOutcome, DeskFailure>> => {
  let hasHandedIn = false;
  let workers = 1;
  const fail = (failure: CommandFailure): Result<never, DeskFailure> => failed({ failure, hasHandedIn });
  const groups = uploads.map((upload) => ({
    upload,
    members: upload.entries.map(track),
    /** Pages of a container that no digest names, such as those of a file that can't be read. */
    rest: track({ source: upload.path, sha256: null, failure: null, added: [] }),
  }));
  const all = groups.flatMap(({ members, rest }) => [...members, rest]);
  // Afterwards, the office would read the files, and the results could not be fetched.
  if (!canName(all.map(({ entry: { source } }) => source))) return fail(officeCallFailures.pathsTooLong);
  const refused = new Map<DeskEntry, Failure>();

  const look = async (asked: readonly Tracked[], until: AbortSignal): Promise<CommandFailure | null> => {
    for (let from = 0; from < asked.length; from += mostAskedFiles) {
      const some = asked.slice(from, from + mostAskedFiles);
      const files = some.map(({ entry: { sha256, added } }) => ({ sha256, pages: [...added] }));
      const looked = await client.look({ service, files }, until);
      if (!looked.ok) return looked.failure;
      workers = looked.value.workers;
      for (const [index, one] of some.entries()) {
        const found = looked.value.files[index];
        one.pages = found?.pages ?? [];
        one.isBinned = found?.isBinned ?? false;
        one.missed = one.pages.length === 0 ? one.missed + 1 : 0;
      }
    }
    return null;
  };

  const first = all.filter(sendable);
  const unreachable = await look(first, signal);
  if (unreachable && !signal.aborted) return fail(unreachable);
  for (const one of all) {
    one.missed = 0;
    const { source, failure } = one.entry;
    one.wasKnown = one.pages.length > 0;
    if (one.isBinned) tell({ kind: 'binned', source });
    if (failure) tell({ kind: 'refused', source, failure });
  }

  const unsent = groups.filter(({ members }) =>
    members.some((one) => sendable(one) && !one.wasKnown && !one.isBinned),
  );
  const drop = randomUUID();
  for (const [index, { upload, members, rest }] of unsent.entries()) {
    if (signal.aborted) break;
    const bytes = await bytesOf(upload);
    if (!bytes.ok) {
      for (const { entry } of members) refused.set(entry, bytes.failure);
      tell({ kind: 'refused', source: upload.path, failure: bytes.failure });
      continue;
    }
    const left = unsent.length - index - 1;
    const added = await client.handIn({ name: upload.name, bytes: bytes.value }, { id: drop, left }, signal);
    if (signal.aborted) break;
    if (!added.ok) return fail(added.failure);
    hasHandedIn = true;
    const to = upload.isContainer ? rest : members[0];
    const pages = [...added.value.added, ...(added.value.there ?? [])];
    if (to) to.entry.added = pages;
    if (!to || pages.length > 0 || (added.value.binned ?? []).length === 0) continue;
    to.isBinned = true;
    tell({ kind: 'binned', source: upload.path });
  }

  /** Files that are being read: all of a container once the office has taken it. */
  const taken = (): readonly Tracked[] =>
    groups.flatMap(({ members, rest }) => {
      const isTaken = rest.entry.added.length > 0;
      const mine = members.filter(
        (one) => sendable(one) && (one.wasKnown || isTaken || one.entry.added.length > 0),
      );
      // A file's own name comes before that of its container.
      return isTaken ? [...mine, rest] : mine;
    });
  const told = new Set<PageId>();
  let isMissed = false;
  let isOverBudget = false;
  let lastSignMs = performance.now();
  for (let waitMs = times.look; !signal.aborted; waitMs = Math.min(waitMs * 1.5, times.slowest)) {
    const waiting = taken().filter((one) => !isOver(one));
    const failure = await look(waiting, signal);
    // The office knows the digest of a file in a container only once it has read it.
    for (const { members, rest } of groups)
      if (rest.entry.added.length > 0 && !isOver(rest)) for (const one of members) one.missed = 0;
    if (signal.aborted) break;
    if (failure) return fail(failure);
    const known = new Set(all.flatMap(({ pages }) => pages.map(({ id }) => id)));
    for (const { entry, pages, wasKnown } of taken())
      for (const page of pages) {
        if (!hasEnded(page) || told.has(page.id)) continue;
        told.add(page.id);
        lastSignMs = performance.now();
        waitMs = times.look;
        tell({
          kind: 'page',
          source: entry.source,
          page,
          wasKnown,
          finished: told.size,
          count: known.size,
        });
      }
    const pages = waiting.flatMap((one) => one.pages);
    const overBudget = pages.find((page) => page.state === 'waiting' && page.failure !== null)?.failure;
    if (overBudget && !isOverBudget) tell({ kind: 'over-budget', failure: overBudget });
    isOverBudget ||= overBudget !== undefined && overBudget !== null;
    if (taken().every(isOver)) break;
    if (!isMissed && workers === 0 && performance.now() - lastSignMs > times.silence) {
      isMissed = true;
      tell({ kind: 'no-worker' });
    }
    await wait(waitMs, null, { signal }).catch(() => {});
  }

  const withoutOf = (one: Tracked): Failure | 'stopped' | null => {
    const { entry } = one;
    const failure = entry.failure ?? refused.get(entry) ?? null;
    if (failure || one.pages.length > 0) return failure;
    // A file whose pages have gone has no result; one that was never handed in waits.
    return one.isBinned || one.missed > 1 || entry.sha256 === null ? null : 'stopped';
  };
  for (const { members, rest } of groups) {
    const named = new Set(members.flatMap(({ pages }) => pages.map(({ id }) => id)));
    // What can't be taken from a container has its reason already.
    const hasRefused = members.some(({ entry }) => entry.failure !== null);
    rest.pages = rest.pages.filter(
      ({ id, failure }) => !named.has(id) && !(hasRefused && failure?.kind === 'input'),
    );
  }
  const files = all
    .filter((one) => one.entry.sha256 !== null || one.entry.failure !== null || one.pages.length > 0)
    .map((one) => ({
      source: shortened(one.entry.source),
      pages: one.pages.map(({ id }) => id),
      without: withoutOf(one),
    }));
  const results = await fetchResults(client, { service, ...wanted, formats: [...wanted.formats], files });
  if (!results.ok) return fail(results.failure);
  const reused = new Set(all.filter((one) => one.wasKnown).flatMap(({ pages }) => pages.map(({ id }) => id)));
  return success({
    ...results.value,
    reused: reused.size,
    binned: all.filter((one) => one.isBinned).length,
  });
};
