import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createRestorableBackend } from '../../electron/app/restorable-backend.ts';
import type { Backend, Host } from '../../electron/app/contract.ts';
import {
  commands,
  eventSchema,
  type CommandInput,
  type CommandName,
  type CommandOutput,
  type VouchEvent,
} from '../../shared/contract/commands.ts';
import { decodeFaces, type FacePack } from '../../shared/face/pack.ts';
import type { PageDetail, PageSummary } from '../../shared/contract/page.ts';
import { valueAt } from '../../shared/invoice/fields.ts';
import { serviceIds, type ServiceId } from '../../shared/services/service.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { testHost } from './test-host.ts';

const outputs: {
  readonly [Name in CommandName]: { readonly output: z.ZodType<CommandOutput<Name>> };
} = commands;

/** What the window adds to a command from what it shows. */
type SeenName = 'version' | 'versions' | 'digest' | 'digests' | 'was' | 'seen';

type Unseen<Input> = Input extends unknown
  ? Omit<Input, SeenName> & Partial<Pick<Input, SeenName & keyof Input>>
  : never;

type AskedInputs = { readonly [Name in CommandName]: Unseen<CommandInput<Name>> };

/** The input of a command, without what the window shows of the page. */
export type Asked<Name extends CommandName> = AskedInputs[Name];

const ofOnePage: ReadonlySet<string> = new Set([
  'pages.correct',
  'pages.editLines',
  'pages.revert',
  'pages.keep',
  'pages.undo',
  'pages.review',
  'pages.note',
  'pages.pair',
  'pages.accept',
  'faces.edit',
]);

const targetSchema = z.looseObject({ id: z.int(), field: z.string().optional() });
const targetsSchema = z.looseObject({ ids: z.array(z.int()) });

/** The input of a review command as a window sends it that shows the pages as they are now. */
const asShown = async (backend: Backend, name: string, input: unknown): Promise<unknown> => {
  const shown = async (id: number): Promise<PageDetail | null> => {
    const opened = await backend.invoke('pages.open', { id });
    return opened.ok ? outputs['pages.open'].output.parse(opened.value) : null;
  };
  const one = targetSchema.safeParse(input);
  const isWhole = one.success && 'version' in one.data && (name !== 'pages.correct' || 'was' in one.data);
  if (ofOnePage.has(name) && one.success && !isWhole) {
    const page = await shown(one.data.id);
    const value = page?.invoice?.value;
    return {
      version: page?.version ?? 0,
      ...(name === 'pages.review' && { digest: page?.digest ?? null }),
      ...(name === 'pages.correct' && { was: value ? valueAt(value, one.data.field ?? '') : null }),
      ...one.data,
    };
  }
  if (name === 'books.writeVouchers' && typeof input === 'object' && !('seen' in (input ?? {}))) {
    const { layout: _, ...trialInput } = { layout: null, ...input };
    const tried = await backend.invoke('books.tryVouchers', trialInput);
    if (!tried.ok) return input;
    const { digest, vouchers } = outputs['books.tryVouchers'].output.parse(tried.value);
    return { ...input, seen: { digest, pages: vouchers.flatMap(({ pages }) => pages) } };
  }
  if (name === 'books.archive' && typeof input === 'object' && !('seen' in (input ?? {}))) {
    const { as: _, ...period } = { as: null, ...input };
    const planned = await backend.invoke('books.archivePlan', period);
    if (!planned.ok) return input;
    const { digest, last } = outputs['books.archivePlan'].output.parse(planned.value);
    return { ...input, seen: { digest, last } };
  }
  const several = targetsSchema.safeParse(input);
  if ((name === 'batch.review' || name === 'batch.tag') && several.success) {
    const rows = new Map<number, PageSummary>();
    for (const service of serviceIds) {
      const listed = await backend.invoke('pages.list', { service });
      if (!listed.ok) continue;
      for (const row of outputs['pages.list'].output.parse(listed.value)) rows.set(row.id, row);
    }
    return {
      versions: several.data.ids.map((id) => rows.get(id)?.version ?? 0),
      ...(name === 'batch.review' && { digests: several.data.ids.map((id) => rows.get(id)?.digest ?? null) }),
      ...several.data,
    };
  }
  return input;
};

const openBackend = async (home: string, over: Partial<Host>) => {
  const backend: Backend = await createRestorableBackend(testHost(home, over));
  const events: VouchEvent[] = [];
  let next = Promise.withResolvers<void>();
  backend.listen((event) => {
    events.push(eventSchema.parse(event));
    next.resolve();
    next = Promise.withResolvers();
  });
  let open = true;
  const close = async (): Promise<void> => {
    if (open) await backend.close();
    open = false;
  };

  const ask = async <Name extends CommandName>(
    name: Name,
    input: Asked<Name>,
  ): Promise<CommandOutput<Name>> => {
    const result = await backend.invoke(name, await asShown(backend, name, input));
    if (!result.ok) throw new Error(`${name}: ${result.failure.message.en}`);
    return outputs[name].output.parse(result.value);
  };

  /** The failure of a command that must fail. */
  const failure = async (name: string, input: unknown): Promise<string> => {
    const result = await backend.invoke(name, await asShown(backend, name, input));
    return result.ok ? 'none' : result.failure.id;
  };

  /** Waits until pages have reached a final state. */
  const ended = async (ids: readonly number[]): Promise<void> => {
    const left = new Set<ServiceId>(['vat-invoice', 'face-detect']);
    for (;;) {
      const changed = next.promise;
      for (const service of left) {
        const rows = await ask('pages.list', { service });
        const isEnded = rows.every(
          ({ id, state }) => !ids.includes(id) || (state !== 'waiting' && state !== 'calling'),
        );
        if (isEnded) left.delete(service);
      }
      if (left.size === 0) return;
      // A list takes milliseconds of processor time. Requested after each of many events, it would take most of a
      // test.
      await Promise.all([Promise.race([changed, wait(1_000)]), wait(50)]);
    }
  };

  /** The faces of a page in the form that a window gets. */
  const packedFaces = async (id: number): Promise<FacePack> => {
    const bytes = await backend.faces(id);
    const pack = bytes && decodeFaces(bytes.buffer);
    if (!pack) throw new Error(`No faces of page ${id}`);
    return pack;
  };

  return { backend, packedFaces, home, events, ask, failure, ended, close };
};

type TestBackend = Awaited<ReturnType<typeof openBackend>>;

/** A backend for the running test; every response and event is validated by its schema. */
export const startBackend = async (over: Partial<Host> = {}): Promise<TestBackend> => {
  const home = over.home ?? join(await temporaryFolder(), 'home');
  const started = await openBackend(home, over);
  onTestFinished(started.close);
  return started;
};

/**
 * The same for all tests of the file or group that it is called in: starting one takes most of the time of a short
 * test.
 * @param prepare called once, before the tests
 */
export const sharedBackend = (
  prepare: (started: TestBackend) => Promise<void> = () => Promise.resolve(),
): (() => TestBackend) => {
  let parent = '';
  let shared: TestBackend | null = null;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'vouch-backend-'));
    shared = await openBackend(join(parent, 'home'), {});
    await prepare(shared);
  });
  afterAll(async () => {
    await shared?.close();
    await rm(parent, { recursive: true, force: true });
  });
  return () => {
    if (!shared) throw new Error('No backend outside tests');
    return shared;
  };
};
