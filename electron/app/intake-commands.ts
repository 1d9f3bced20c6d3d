import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { basename, resolve, join } from 'node:path';
import { commands } from '../../shared/contract/commands.ts';
import { ArrivedFile, type IncomingFile } from '../../shared/contract/incoming-file.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { failed, success } from '../../shared/result.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { expandPaths } from '../intake/expand-paths.ts';
import type { Intake } from '../intake/intake.ts';
import { bufferOver, lengthOf, sha256Aside, sha256Of, sha256OfFile } from '../infra/bytes.ts';
import type { DroppedFile } from '../store/records/drop.ts';
import type { NewPage } from '../store/records/page.ts';
import type { ReadStore } from '../store/port.ts';
import { newBatch, type Batch } from '../pipeline/batch.ts';
import { goOnWith, takeOut } from './bin-commands.ts';
import type { DataFolder } from './data-folder.ts';
import { createDrops, type OpenDrop, planFile, type FileToRecord } from './plan-files.ts';
import { badRequest } from './command-failures.ts';
import type { Handlers } from './handlers.ts';
import type { Originals } from './originals.ts';
import { copyOriginal, keepOriginal, ourCopyAt } from '../pipeline/page-intake.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import { refusalOf, type AppRoutes } from './office-hooks.ts';
import { optionsFor } from './page-commands.ts';
import type { ReadAhead } from './read-ahead.ts';
import { readdir, readFile, stat } from 'node:fs/promises';
import { loadTruths } from '../extract/sandbox/truths.ts';

/** A file that is part of the program. */
type Sample = { readonly path: string; readonly sha256: string };

const pictureName = /\.(?:jpg|png|bmp)$/;
/** Digital invoices need no ground truth: they are read from their own data. */
const digitalName = /\.(?:xml|ofd|pdf)$/;

/**
 * The samples of a service: its pictures with ground truth, sorted by name, and after them the digital invoices, if
 * it recognizes invoices.
 */
const samplesOf = async (samplesFolder: string, service: ServiceId): Promise<readonly Sample[]> => {
  const { truths } = await loadTruths(samplesFolder);
  const known = new Set(truths.filter((truth) => truth.service === service).map(({ sha256 }) => sha256));
  if (known.size === 0) return [];
  const names = (await readdir(samplesFolder)).toSorted();
  const digital = service === 'vat-invoice' ? names.filter((name) => digitalName.test(name)) : [];
  const samples: Sample[] = [];
  for (const name of [...names.filter((one) => pictureName.test(one)), ...digital]) {
    const path = join(samplesFolder, name);
    const sha256 = sha256Of(await readFile(path));
    if (known.has(sha256) || digitalName.test(name)) samples.push({ path, sha256 });
  }
  return samples;
};

type IntakeCommandDependencies = {
  readonly folder: DataFolder;
  readonly originals: Pick<Originals, 'reattach'>;
  readonly runner: PageRunner;
  readonly routes: AppRoutes;
  readonly settings: () => Settings;
  readonly samplesFolder: string;
  readonly readAhead: Pick<ReadAhead, 'hasData'>;
  readonly intake: Pick<Intake, 'warm'>;
};

type IntakeCommands = Pick<
  Handlers,
  'pages.add' | 'pages.addSamples' | 'pages.expect' | 'drops.begin' | 'drops.dismiss'
>;

/** The user's drops of which files are missing in the list. */
export const dropQueries = (
  store: Pick<ReadStore, 'drops' | 'droppedFiles'>,
): Pick<Handlers, 'drops.list' | 'drops.files'> => ({
  'drops.list': async (_, { by }) => {
    const found = await store.drops(by);
    return success({
      drops: found.map(({ id, service, at, files, left, unlisted }) => ({
        id,
        service,
        at,
        files,
        left,
        unlisted,
      })),
    });
  },
  'drops.files': async ({ id }, { by }) => {
    const isOwn = (await store.drops(by)).some((drop) => drop.id === id);
    return success({ files: isOwn ? [...(await store.droppedFiles(id))] : [] });
  },
});

/** How the files of one command are added. */
type Taking = {
  /** How many files of the same drop follow in later commands. */
  readonly leftAfter: number;
  /** Leaves out files that only the service can read. */
  readonly onlyWithData: boolean;
  /** Leaves out files whose bytes are in the list. */
  readonly once: boolean;
  /** All pages of the file are stored. */
  readonly onTaken: (index: number) => Promise<void>;
};

type Added = {
  readonly added: PageId[];
  readonly there: readonly PageId[];
  readonly binned: readonly PageId[];
  readonly leftOut: number[];
};

/** What became of one file. */
type AddedFile = {
  readonly added: readonly PageId[];
  readonly there?: PageId;
  readonly binned?: readonly PageId[];
};

type Common = Pick<NewPage, 'service' | 'sandbox' | 'options' | 'held' | 'author'>;

/** Null for a file that can't be found. */
const statOf = (path: string): Promise<Stats | null> => stat(path).catch(() => null);

/** SHA-256 of a file; null if it can't be read, which its reader reports. Reading a pipe might never end. */
const digestOf = async (path: string): Promise<string | null> => {
  if (!(await statOf(path))?.isFile()) return null;
  return sha256OfFile(path).catch(() => null);
};

/** The last part of a path, from any system. */
const lastPart = (name: string): string => name.split(/[/\\]/).findLast((part) => part !== '') ?? name;

const pageAt = (common: Common, file: string): NewPage => ({
  ...common,
  name: basename(file),
  source: file,
  path: resolve(file),
  prepared: null,
});

export const intakeCommands = (dependencies: IntakeCommandDependencies): IntakeCommands => {
  const { folder, originals, runner, routes, settings, samplesFolder, readAhead, intake } = dependencies;
  const { store } = folder;
  const drops = createDrops(() => newBatch(), runner.expect);

  const queue = async (ids: readonly PageId[], batch: Batch): Promise<void> => {
    const rows = await store.pages(ids);
    await runner.tellRows(rows);
    runner.add(
      rows.filter(({ state }) => state === 'waiting'),
      batch,
    );
  };

  /** Adds a file; with `once`, not if its bytes are in the list or in the bin. */
  const addPlanned = async (
    common: Common,
    { source, name, path, failure, hold, mail }: FileToRecord,
    once: boolean,
  ): Promise<AddedFile> => {
    const sha256 = once && !failure ? (ourCopyAt(folder, path) ?? (await digestOf(path))) : null;
    return store.transact(async (unit) => {
      const held = settings().lookFirst || common.held === true;
      const page = { ...common, name, source, path, held, mail, prepared: null };
      await hold(unit);
      const there = sha256 === null ? null : await unit.pageWithContent(page, { sha256, path });
      const binned = sha256 === null ? [] : await unit.binnedContent(page, sha256);
      if (there !== null) {
        await unit.addName(there, name);
        // Other pages of this file; a copy that was removed is not missed.
        const document = (await unit.page(there))?.document;
        const rows = await unit.binned(binned);
        return {
          added: [],
          there,
          binned: rows.filter((row) => row.document === document).map(({ id }) => id),
        };
      }
      if (binned.length > 0) return { added: [], binned };
      const added = await unit.addPages([page]);
      if (failure) for (const id of added) await unit.refuse(id, failure);
      return { added };
    });
  };

  /**
   * Stores a file that has no path of its own in the data folder at once, so that waiting files need no memory. Pages
   * that had lost this file count as added: they get it back without a new call.
   */
  async function* takeBytes(
    { service, sandbox }: Common,
    file: Exclude<IncomingFile, { kind: 'path' }>,
  ): AsyncGenerator<FileToRecord | readonly PageId[]> {
    const content = file.kind === 'arrived' ? file : bufferOver(file.bytes);
    const sha256 = content instanceof ArrivedFile ? content.sha256 : await sha256Aside(content);
    const keep = () => keepOriginal(folder, content, sha256);
    const lost = await originals.reattach({ sha256, bytes: lengthOf(content) }, keep);
    const own = lost.filter((page) => page.service === service && page.sandbox === sandbox);
    if (own.length > 0) yield own.map(({ id }) => id);
    else yield* planFile(folder, lastPart(file.name), await keep());
  }

  async function* planPath(path: string): AsyncGenerator<FileToRecord> {
    const { files } = await expandPaths([path]);
    for (const file of files)
      for await (const planned of planFile(folder, file))
        yield planned.failure === null && settings().originals === 'copy'
          ? { ...planned, ...(await copyOriginal(folder, planned.path)) }
          : planned;
  }

  /** Records files that only the host can name. Bytes are there at once and need no record. */
  const beginAt = async (
    service: ServiceId,
    incoming: readonly IncomingFile[],
    id: string,
    author: string,
  ): Promise<readonly number[]> => {
    const paths = incoming.flatMap((file) => (file.kind === 'path' ? [file.path] : []));
    if (paths.length < incoming.length) return [];
    // The rest is sent again once there is an account: it has its places already.
    if ((await store.drops(author)).some((drop) => drop.id === id)) {
      const left = [...(await store.droppedFiles(id))];
      return paths.map((path) => {
        const at = left.findIndex(({ name }) => name === basename(path));
        return at === -1 ? -1 : (left.splice(at, 1)[0]?.place ?? -1);
      });
    }
    const files: DroppedFile[] = [];
    for (const [place, path] of paths.entries())
      files.push({ place, name: basename(path), bytes: (await statOf(path))?.size ?? 0 });
    await store.transact((unit) => unit.addDrop({ id, service, author, files: files.length }, files));
    return [...paths.keys()];
  };

  const addFiles = async (
    common: Common,
    files: readonly IncomingFile[],
    { batch, expect }: OpenDrop,
    { leftAfter, onlyWithData, once, onTaken }: Taking,
  ): Promise<Added> => {
    const added: PageId[] = [];
    const there: PageId[] = [];
    const binned: PageId[] = [];
    const leftOut = new Set<number>();
    for (const [index, file] of files.entries()) {
      expect(files.length - index + leftAfter);
      const taken = file.kind === 'path' ? planPath(file.path) : takeBytes(common, file);
      for await (const one of taken) {
        if (onlyWithData && 'source' in one && !one.failure && !(await readAhead.hasData(one.path))) {
          leftOut.add(index);
          continue;
        }
        const ended: AddedFile = 'source' in one ? await addPlanned(common, one, once) : { added: one };
        if (ended.there !== undefined) there.push(ended.there);
        binned.push(...(ended.binned ?? []));
        await queue(ended.added, batch);
        added.push(...ended.added);
      }
      if (!leftOut.has(index)) await onTaken(index);
    }
    return { added, there, binned, leftOut: [...leftOut] };
  };

  return {
    'pages.add': async ({ service, files, sandbox, drop, held = false }, { by }) => {
      const opened = drops.open(service, drop?.id ?? randomUUID());
      // A failure stops the sender, too.
      let left = 0;
      try {
        const route = await routes.to(sandbox);
        const options = optionsFor(service, settings());
        const common = { service, sandbox, held, options, author: by };
        const refusal = settings().localOnly ? null : refusalOf(settings(), { ...common, part: 0 }, route);
        // Photos of faces always need the service.
        if (refusal && service !== 'vat-invoice') return failed(refusal);
        const places = drop && (drop.places ?? (await beginAt(service, files, drop.id, by)));
        const { added, there, binned, leftOut } = await addFiles(common, files, opened, {
          leftAfter: drop?.left ?? 0,
          onlyWithData: refusal !== null,
          once: drop !== undefined,
          onTaken: async (index) => {
            const place = places?.[index];
            if (drop && place !== undefined)
              await store.transact((unit) => unit.takeDropped(drop.id, by, [place]));
          },
        });
        left = drop?.left ?? 0;
        const found = {
          added,
          ...(there.length > 0 ? { there: [...there] } : {}),
          ...(binned.length > 0 ? { binned: [...binned] } : {}),
        };
        // Files with digital data need no account; for the others the window asks the user.
        if (leftOut.length === 0) return success(found);
        return added.length === 0 && refusal ? failed(refusal) : success({ ...found, leftOut });
      } finally {
        opened.expect(left);
      }
    },
    'drops.begin': async ({ id, service, count, from, named }, { by }) => {
      const files = named.map((file, index) => ({ ...file, place: from + index }));
      const isOpen = await store.transact(async (unit) => {
        const open = (await unit.drops(by)).find((drop) => drop.id === id);
        const listed = open ? open.files - open.unlisted : 0;
        // The window sends a part again if its answer was lost.
        if (open && from + files.length <= listed) {
          const names = new Map((await unit.droppedFiles(id)).map(({ place, name }) => [place, name]));
          return files.every(({ place, name }) => (names.get(place) ?? name) === name);
        }
        // The names continue where the list ended, and are never more than were handed in.
        if (from !== listed || from + files.length > (open?.files ?? count)) return false;
        return unit.addDrop({ id, service, author: by, files: count }, files);
      });
      return isOpen ? success({}) : failed(badRequest);
    },
    'drops.dismiss': async ({ id }, { by }) => {
      await store.transact((unit) => unit.endDrop(id, by));
      return success({});
    },
    'pages.expect': () => {
      void intake.warm();
      return Promise.resolve(success({}));
    },
    'pages.addSamples': async ({ service }, { by, may = () => true }) => {
      // Invoices are read on this computer. Their values are demo data all the same.
      const reads = service === 'vat-invoice' ? ({ reader: 'local' } as const) : {};
      const options = { ...optionsFor(service, settings()), ...reads };
      const common = { service, sandbox: true, options, author: by };
      const samples = await samplesOf(samplesFolder, service);
      const added = await store.transact(async (unit) => {
        const listed: PageId[] = [];
        const removed: PageId[] = [];
        for (const { path, sha256 } of samples) {
          const page = pageAt(common, path);
          const there = await unit.samePage(page, sha256);
          // A sample that is in the list is not added twice. One in the bin returns, if the user may restore it.
          if (!there) listed.push(...(await unit.addPages([page])));
          else if (there.removedAt === null) listed.push(there.id);
          else if (may(commands['pages.restore'].office)) removed.push(there.id);
        }
        return { listed, removed, restored: await takeOut(unit, removed) };
      });
      await goOnWith(added.restored, store, runner);
      await queue(added.listed, newBatch());
      return success({ added: [...added.listed, ...added.removed] });
    },
  };
};
