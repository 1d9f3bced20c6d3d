import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import {
  archiveChangeSchema,
  bookChangeSchema,
  printChangeSchema,
  type BooksChange,
} from '../../shared/books/books-state.ts';
import type { Period } from '../../shared/books/period.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import type { TakenReason } from '../../shared/texts/books.ts';
import { sha256Of } from '../infra/bytes.ts';
import type { BookFile, NewBookFile, ReservedVoucher } from '../store/records/book-file.ts';
import type { ReadStore, Store, WriteStore } from '../store/port.ts';

/** After this time anyone may resolve what a crash has left: its author may be ill. */
const abandonedAfterMs = 60 * 60 * 1000;
/** The same for a print, which nobody has to decide about: it takes seconds, and is offered or not. */
const printAbandonedAfterMs = 60 * 1000;

/** The files that this process is writing now: a crash has not left those. */
const live = new WeakMap<object, Set<number>>();
const liveOf = (store: object): Set<number> => {
  const known = live.get(store) ?? new Set<number>();
  live.set(store, known);
  return known;
};

/** Another user, or a crash, holds what a caller wants to reserve, or has changed it. */
export type Taken = {
  readonly reason: TakenReason;
  /** The author of the other file, or who removed an invoice; null if unknown. */
  readonly by: string | null;
  /** The instant of its reservation, or of the removal. */
  readonly at: string | null;
  readonly file: number | null;
};

export const takenBy = ({ id, author, at }: BookFile): Taken => ({
  reason: 'being-written',
  by: author,
  at,
  file: id,
});

/** What is reserved, made within the unit that reserves it. */
type Reservation<Value> = {
  readonly file: NewBookFile;
  readonly vouchers: readonly ReservedVoucher[];
  readonly value: Value;
};

/** Another process has resolved a reservation, as what a crash has left. Only `withReserved` catches it. */
class ResolvedElsewhere extends Error {}

/** A reserved file, which its caller writes and settles. */
export type Reserved<Value> = {
  readonly id: number;
  readonly value: Value;
  /** Just before the file is written: what a later process needs if this one dies. */
  readonly note: (known: {
    readonly target: string | null;
    readonly digest: string;
    readonly changes: ReadonlyMap<PageId, BooksChange>;
  }) => Promise<void>;
  /** The file is written: notes it on its invoices. */
  readonly written: () => Promise<void>;
  readonly dropped: () => Promise<void>;
};

const changesSchema = z.array(
  z.tuple([
    z.int(),
    z.discriminatedUnion('kind', [bookChangeSchema, archiveChangeSchema, printChangeSchema]),
  ]),
);

const changesOf = (json: string | null): ReadonlyMap<PageId, readonly BooksChange[]> =>
  new Map(
    (json === null ? [] : changesSchema.parse(JSON.parse(json))).map(
      ([page, change]) => [page, [change]] as const,
    ),
  );

/** Settles a file, and notes it on those of its invoices that still exist, as its author. */
const settle = async (unit: WriteStore, id: number, state: 'written' | 'dropped'): Promise<boolean> => {
  const file = await unit.bookFile(id);
  const changes = changesOf(await unit.bookFileChanges(id));
  if (!file || !(await unit.settleBookFile(id, state))) return false;
  if (state === 'written' && changes.size > 0) await unit.appendAll(changes, file.author);
  return true;
};

/**
 * Reserves a file of the books before it is written. Of two callers at once, one waits, and sees what the other took.
 * @param plan runs within the unit, which may run again
 */
export const reserve = async <Value>(
  store: Store,
  plan: (unit: WriteStore) => Promise<Result<Reservation<Value>, Taken>>,
): Promise<Result<Reserved<Value>, Taken>> => {
  const reserved = await store.transact(async (unit) => {
    await unit.lockBooks();
    const planned = await plan(unit);
    if (!planned.ok) return planned;
    const { file, vouchers, value } = planned.value;
    return success({ id: await unit.reserveBookFile(file, vouchers), value });
  });
  if (!reserved.ok) return reserved;
  const { id, value } = reserved.value;
  liveOf(store).add(id);
  const end = async (state: 'written' | 'dropped'): Promise<boolean> => {
    const isSettled = await store.transact((unit) => settle(unit, id, state));
    liveOf(store).delete(id);
    return isSettled;
  };
  return success({
    id,
    value,
    note: async ({ target, digest, changes }) => {
      const known = { target, digest, changes: JSON.stringify([...changes]) };
      if (!(await store.transact((unit) => unit.noteBookFile(id, known)))) throw new ResolvedElsewhere();
    },
    written: async () => {
      if (!(await end('written'))) throw new ResolvedElsewhere();
    },
    dropped: async () => void (await end('dropped')),
  });
};

/**
 * Runs the work with a reserved file, and drops the reservation if it throws. What a kill leaves is resolved later.
 * @param refuse ends the work if another process has resolved the reservation meanwhile: no file is handed out that the
 * ledger does not know
 */
export const withReserved = async <Value, Outcome>(
  reserved: Reserved<Value>,
  work: (reserved: Reserved<Value>) => Promise<Outcome>,
  refuse: (taken: Taken) => Outcome | Promise<Outcome>,
): Promise<Outcome> => {
  try {
    return await work(reserved);
  } catch (error) {
    await reserved.dropped();
    if (!(error instanceof ResolvedElsewhere)) throw error;
    return refuse({ reason: 'resolved-meanwhile', by: null, at: null, file: reserved.id });
  }
};

/** The unsettled archive that shares days with a period; null if there is none. */
export const archiveUnderWay = async (
  { unsettledBookFiles }: Pick<WriteStore, 'unsettledBookFiles'>,
  { from, to }: Period,
): Promise<BookFile | null> =>
  (await unsettledBookFiles()).find(
    (file) => file.kind === 'archive' && (file.from ?? '') <= to && (file.to ?? '') >= from,
  ) ?? null;

/** The unsettled print of one of these invoices; null if there is none. */
export const printUnderWay = async (
  unit: Pick<WriteStore, 'unsettledBookFiles' | 'bookFileChanges'>,
  pages: readonly PageId[],
): Promise<BookFile | null> => {
  for (const file of await unit.unsettledBookFiles()) {
    if (file.kind !== 'print') continue;
    const taken = changesOf(await unit.bookFileChanges(file.id));
    if (pages.some((page) => taken.has(page))) return file;
  }
  return null;
};

/** What a crash has left. `ask`: only a person knows whether the download was saved. */
export type Unfinished = {
  readonly file: BookFile;
  readonly outcome: 'written' | 'dropped' | 'ask';
};

type Resolver = { readonly by: string; readonly now: Date };

const mayResolve = (store: object, { id, kind, author, at }: BookFile, { by, now }: Resolver): boolean => {
  const abandonedAfter = kind === 'print' ? printAbandonedAfterMs : abandonedAfterMs;
  return !liveOf(store).has(id) && (author === by || now.getTime() - Date.parse(at) > abandonedAfter);
};

/** The digest of what stands at the target: of a file, or of an archive's list. */
type DigestAt = (file: BookFile) => Promise<string | null>;

const digestOfFile: DigestAt = async ({ target }) => {
  if (target === null) return null;
  try {
    return sha256Of(await readFile(target));
  } catch {
    return null;
  }
};

/** Files that a crash has left and that this user may resolve, with what happened to each. */
export const unfinished = async (
  store: Pick<ReadStore, 'unsettledBookFiles'>,
  resolver: Resolver,
  digestOfArchive: DigestAt,
): Promise<readonly Unfinished[]> => {
  const found: Unfinished[] = [];
  for (const file of await store.unsettledBookFiles()) {
    if (!mayResolve(store, file, resolver)) continue;
    // Without a digest, nothing was written.
    if (file.digest === null) found.push({ file, outcome: 'dropped' });
    // A print counts once it is offered.
    else if (file.kind === 'print' && file.target === null) found.push({ file, outcome: 'written' });
    else if (file.target === null) found.push({ file, outcome: 'ask' });
    else {
      const there = await (file.kind === 'archive' ? digestOfArchive : digestOfFile)(file);
      found.push({ file, outcome: there === file.digest ? 'written' : 'dropped' });
    }
  }
  return found;
};

/**
 * Resolves what a crash has left, where that is certain. Returns the files, settled and left.
 * @param kinds what stands in the way of the caller
 */
export const resolveCertain = async (
  store: Store,
  resolver: Resolver,
  digestOfArchive: DigestAt,
  kinds: readonly BookFile['kind'][],
): Promise<readonly Unfinished[]> => {
  if (store.readOnly) return [];
  const left = await unfinished(store, resolver, digestOfArchive);
  const found = left.filter(({ file }) => kinds.includes(file.kind));
  for (const { file, outcome } of found)
    if (outcome !== 'ask') await store.transact((unit) => settle(unit, file.id, outcome));
  return found;
};

/** Resolves one file as a person says. Refused for a file that is being written, or that this user may not resolve. */
export const resolveAs = async (
  store: Store,
  id: number,
  state: 'written' | 'dropped',
  resolver: Resolver,
): Promise<Result<BookFile, 'not-allowed'>> => {
  const file = await store.bookFile(id);
  if (file?.state !== 'writing' || !mayResolve(store, file, resolver)) return failed('not-allowed');
  await store.transact((unit) => settle(unit, id, state));
  return success(file);
};
