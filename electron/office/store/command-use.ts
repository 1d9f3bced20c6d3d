import { AsyncLocalStorage } from 'node:async_hooks';
import { sql, type QueryExecutorProvider } from 'kysely';
import { z } from 'zod';
import type { Audit } from '../../../shared/contract/command.ts';
import { type PageId, pageIdSchema } from '../../../shared/contract/page.ts';
import type { ReviewChange } from '../../../shared/review/event.ts';
import type { ValueChange } from '../../app/handlers.ts';
import type { WriteStore } from '../../store/port.ts';
import { touched } from '../../store/port-methods.ts';
import { isStep, stepsOf } from './undone-steps.ts';
import { entryOf, namedBy, ofSteps, ofValues, withoutValues, type Figures } from './event-entries.ts';

/** One use of a command by a user, while it runs. */
export type CommandUse = {
  readonly user: { readonly id: string | null; readonly name: string };
  readonly address: string;
  readonly action: string;
  readonly about: string;
  readonly of: Exclude<Audit, 'nothing'>['of'];
  /** The values that the running unit of work changes, by page. */
  readonly values: Map<PageId, readonly ValueChange[]>;
  /** Pages with an entry of this use. */
  readonly pages: Set<PageId>;
  /** The token of its unit of work, which a repetition has, too; null if it has none, or once a unit has it. */
  token: string | null;
  /** What a repetition of the request is answered with, as the running unit of work says; null for nothing. */
  answer: unknown;
  /** Whether it has an entry. */
  hasEntry: boolean;
  isOver: boolean;
};

/**
 * The use of a command in which the running code was started. What it starts in the background keeps it, also after its
 * end.
 */
export const commandUses = new AsyncLocalStorage<CommandUse>();

/** The use that runs now, also for what is stored later; null if there is none. */
export const runningUse = (): CommandUse | null => {
  const use = commandUses.getStore();
  return use && !use.isOver ? use : null;
};

/** The token that the next unit of work must have; null for a new one. */
export const takeToken = (): string | null => {
  const use = runningUse();
  const token = use?.token ?? null;
  if (use) use.token = null;
  return token;
};

/** One entry about a page, or about none. */
type Entry = {
  readonly page: PageId | null;
  /** The number of its invoice, or what names it instead. */
  readonly invoice: string;
  /** Null if no value changes. */
  readonly change: ValueChange | null;
};

/** PostgreSQL keeps no such character in a text. */
const kept = (text: string | null): string | null => text?.replaceAll('\0', '\u{2400}') ?? null;

const insertEntries = async (
  db: QueryExecutorProvider,
  { user, address, action, about }: Pick<CommandUse, 'user' | 'address' | 'action' | 'about'>,
  entries: readonly Entry[],
): Promise<void> => {
  const pages = entries.map(({ page }) => page);
  const invoices = entries.map(({ invoice }) => kept(invoice));
  const [fields, before, after] = (['field', 'was', 'now'] as const).map((name) =>
    entries.map(({ change }) => kept(change?.[name] ?? (name === 'field' ? '' : null))),
  );
  await sql`INSERT INTO vouch_people.trail (person, name, address, action, about, page, invoice, field, was, now)
    SELECT ${user.id}::text, ${user.name}::text, ${address}::text, ${action}::text, ${kept(about)}::text,
      page, invoice, field, was, now
    FROM unnest(${pages}::bigint[], ${invoices}::text[], ${fields}::text[], ${before}::text[], ${after}::text[])
      AS entry (page, invoice, field, was, now)`.execute(db);
};

const figureRow = z.object({ page: pageIdSchema, name: z.string(), invoice: z.string(), values: z.string() });
const valuesSchema = z.record(z.string(), z.string().nullable());

const figuresOf = async (
  db: QueryExecutorProvider,
  pages: readonly PageId[],
): Promise<ReadonlyMap<PageId, Figures>> => {
  const { rows } = await sql`
    SELECT pages.id AS page, documents.name, coalesce(nullif(results.number, ''), documents.name) AS invoice,
      json_build_object(
        'kind', kind, 'code', code, 'number', number, 'issueDate', issue_date,
        'seller.name', seller, 'seller.taxId', seller_tax_id, 'buyer.name', buyer, 'buyer.taxId', buyer_tax_id,
        'total', total, 'taxTotal', tax_total, 'grossTotal', gross_total,
        'review', review, 'tags', nullif(tags, '[]'), 'note', note)::text AS values
    FROM (SELECT pages.id, document FROM vouch.pages WHERE id = ANY(${[...pages]}::bigint[])) AS pages
      JOIN vouch.documents ON documents.id = pages.document
      LEFT JOIN vouch.results ON results.page = pages.id
    ORDER BY pages.id`.execute(db);
  return new Map(
    rows.map((row) => {
      const { page, name, invoice, values } = figureRow.parse(row);
      return [page, { name, invoice, values: valuesSchema.parse(JSON.parse(values)) }] as const;
    }),
  );
};

const lockedRow = z.object({ page: pageIdSchema, main: pageIdSchema.nullable() });

/** Locks pages, in the order that all units use. Returns the page that represents the invoice of each. */
const lockedMains = async (
  db: QueryExecutorProvider,
  pages: readonly PageId[],
): Promise<ReadonlyMap<PageId, PageId>> => {
  const { rows } = await sql`
    SELECT id AS page, joined_to AS main FROM vouch.pages
    WHERE id = ANY(${[...pages]}::bigint[]) ORDER BY id FOR NO KEY UPDATE`.execute(db);
  return new Map(rows.map((row) => lockedRow.parse(row)).map(({ page, main }) => [page, main ?? page]));
};

/** What is typed next to an invoice, and no value of it. */
const labels: ReadonlySet<string> = new Set(['review', 'tags', 'note']);

const changesBetween = (was: Figures | undefined, now: Figures | undefined): readonly ValueChange[] =>
  Object.keys({ ...was?.values, ...now?.values }).flatMap((field) => {
    const change = { field, was: was?.values[field] ?? null, now: now?.values[field] ?? null };
    return change.was === change.now ? [] : [change];
  });

/** Writes that a user asks for. Others, such as the start of a call, follow from them. */
const askedFor = new Set<string>([
  'addPages',
  'addRest',
  'putInBin',
  'takeFromBin',
  'setPart',
  'removePages',
  'setState',
  'setStateFrom',
  'askAgain',
  'setTreatment',
  'setHeld',
  'setOptions',
] satisfies (keyof WriteStore)[]);

const idsSchema = z.array(pageIdSchema);
const changesSchema = z.map(pageIdSchema, z.array(z.custom<ReviewChange>()));
type Touch = (input: readonly unknown[], value: unknown) => unknown;
const isTouch = (value: unknown): value is Touch => typeof value === 'function';

const refusedSchema = z.object({ ok: z.literal(false) });

/** The events of `append` and `appendAll` of this author, by page. */
const eventsIn = (
  name: string,
  input: readonly unknown[],
  author: string | null,
): ReadonlyMap<PageId, readonly ReviewChange[]> => {
  if (name === 'append' && input[2] === author) return changesSchema.parse(new Map([[input[0], input[3]]]));
  return name === 'appendAll' && input[1] === author ? changesSchema.parse(input[0]) : new Map();
};

/** Writes the entries of a command in the transaction of its unit of work. */
export type UseLog = {
  readonly before: (name: string, input: readonly unknown[]) => Promise<void>;
  readonly after: (name: string, input: readonly unknown[], value: unknown) => void;
  /** Before the commit. */
  readonly write: () => Promise<void>;
  /** After the commit. */
  readonly keep: () => void;
};

/** Null if no command is running, or one that changes no page. */
export const openUseLog = (db: QueryExecutorProvider): UseLog | null => {
  const use = runningUse();
  if (use?.of !== 'changed') return null;
  use.values.clear();
  const earlier = new Map<PageId, Figures>();
  const mains = new Map<PageId, PageId>();
  const changed = new Map<PageId, readonly ReviewChange[]>();
  const pages = new Set<PageId>();
  const told = new Set<PageId>();

  const tell = async (entries: readonly Entry[]): Promise<void> => {
    if (entries.length === 0) return;
    await insertEntries(db, use, entries);
    for (const { page } of entries) if (page !== null) told.add(page);
  };
  const tellUntold = async (ids: readonly PageId[]): Promise<void> => {
    const untold = ids.filter((page) => !use.pages.has(page) && !told.has(page));
    if (untold.length === 0) return;
    const figures = await figuresOf(db, untold);
    await tell([...figures].map(([page, { invoice }]) => ({ page, invoice, change: null })));
  };
  /** What is gone afterwards. */
  const tellRemoved = async (ids: readonly PageId[]): Promise<void> => {
    const figures = await figuresOf(db, ids);
    await tell(
      [...figures].map(([page, { name, invoice, values }]) => {
        const known = Object.entries(values).filter(([, value]) => value !== null);
        const was = JSON.stringify({ name, ...Object.fromEntries(known) });
        return { page, invoice, change: { field: 'page', was, now: null } };
      }),
    );
  };
  const entriesOf = (
    page: PageId,
    events: readonly ReviewChange[],
    now: Figures | undefined,
    named: ReadonlyMap<PageId, Figures>,
    steps: readonly (ReviewChange | null)[],
  ): readonly Entry[] => {
    const was = earlier.get(page);
    const main = mains.get(page) ?? page;
    const isCovered = use.values.has(main);
    const isFurther = isCovered && main !== page;
    const listed = was && !isFurther ? changesBetween(was, now) : [];
    const values = use.values.get(page);
    const all = values ? [...values, ...listed.filter(({ field }) => labels.has(field))] : listed;
    const byField = new Map(all.map((change) => [change.field, change]));
    const left = [...steps];
    const others = events
      .map((event) => ({ event, step: isStep(event) ? (left.shift() ?? null) : null }))
      .filter(({ event: { kind }, step }) => {
        if (isCovered && ofValues.has(kind)) return false;
        return !(isFurther && ofSteps.has(kind)) || (step !== null && withoutValues.has(step.kind));
      })
      .flatMap(({ event, step }) => entryOf(event, byField, named, step, now) ?? []);
    const invoice = was?.invoice ?? now?.invoice ?? '';
    return [...all, ...others].map((change) => ({ page, invoice, change }));
  };
  return {
    before: async (name, input) => {
      if (name === 'removePages') await tellRemoved(idsSchema.parse(input[0]));
      const unseen = [...eventsIn(name, input, use.user.id).keys()].filter((page) => !earlier.has(page));
      if (unseen.length === 0) return;
      // Nobody else changes them from here on.
      for (const [page, main] of await lockedMains(db, unseen)) mains.set(page, main);
      const asked = new Set(unseen.flatMap((page) => [page, mains.get(page) ?? page]));
      const read = await figuresOf(
        db,
        [...asked].filter((page) => !earlier.has(page)),
      );
      for (const [page, one] of read) earlier.set(page, one);
    },
    after: (name, input, value) => {
      if (refusedSchema.safeParse(value).success) return;
      for (const [page, events] of eventsIn(name, input, use.user.id))
        changed.set(page, [...(changed.get(page) ?? []), ...events]);
      const touch = askedFor.has(name) ? Object.entries(touched).find(([one]) => one === name)?.[1] : null;
      if (isTouch(touch)) for (const page of idsSchema.parse(touch(input, value))) pages.add(page);
    },
    write: async () => {
      const ids = [...new Set([...changed.keys(), ...use.values.keys()])];
      if (ids.length > 0) {
        const now = await figuresOf(db, ids);
        const steps = await stepsOf(db, changed, use.user.id);
        const made = [...changed.values(), ...steps.values()].flat();
        const other = new Set(made.flatMap((event) => (event ? namedBy(event) : [])));
        const named = other.size === 0 ? new Map<PageId, Figures>() : await figuresOf(db, [...other]);
        await tell(
          ids.flatMap((page) =>
            entriesOf(page, changed.get(page) ?? [], now.get(page), named, steps.get(page) ?? []),
          ),
        );
      }
      await tellUntold([...pages]);
    },
    keep: () => {
      for (const page of told) use.pages.add(page);
      use.hasEntry ||= told.size > 0;
    },
  };
};

/** Ids of pages that are not there any more, in one entry. */
const mostIds = 200;

/** Writes an entry for each page, or one if there is none. */
export const tellPages = async (
  db: QueryExecutorProvider,
  entry: Pick<CommandUse, 'user' | 'address' | 'action' | 'about'>,
  pages: readonly PageId[],
): Promise<void> => {
  const figures = pages.length === 0 ? new Map<PageId, Figures>() : await figuresOf(db, pages);
  const missing = pages.filter((page) => !figures.has(page));
  const entries: Entry[] = [...figures].map(([page, { invoice }]) => ({ page, invoice, change: null }));
  if (missing.length > 0 || entries.length === 0) {
    const invoice = missing.slice(0, mostIds).map((page) => `#${page}`);
    entries.push({ page: null, invoice: invoice.join(' '), change: null });
  }
  await insertEntries(db, entry, entries);
};

/** Writes the entry of a value of no page, such as a setting, in the transaction that stores it. */
export const tellSetting = async (
  db: QueryExecutorProvider,
  use: Pick<CommandUse, 'user' | 'address' | 'action' | 'about'> | null,
  change: ValueChange,
): Promise<void> => {
  if (use) await insertEntries(db, use, [{ page: null, invoice: '', change }]);
};
