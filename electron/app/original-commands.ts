import { basename, dirname } from 'node:path';
import { failed, success } from '../../shared/result.ts';
import type { ReadStore } from '../store/port.ts';
import type { Host } from './contract.ts';
import type { Handlers } from './handlers.ts';
import type { Originals } from './originals.ts';
import { noFileDialog, notTheOriginal, pageNotFound } from './command-failures.ts';

type OriginalCommandDependencies = {
  readonly host: Pick<Host, 'chooseOriginal'>;
  readonly store: Pick<ReadStore, 'page'>;
  readonly originals: Pick<Originals, 'attach'>;
};

export const originalQueries = ({
  store,
  originals,
}: {
  readonly store: Pick<ReadStore, 'page'>;
  readonly originals: Pick<Originals, 'stateOf'>;
}): Pick<Handlers, 'pages.original'> => ({
  'pages.original': async ({ id }) => {
    const row = await store.page(id);
    return row ? success(await originals.stateOf(row)) : failed(pageNotFound);
  },
});

/** Lets the user restore a lost file. */
export const originalCommands = ({
  host,
  store,
  originals,
}: OriginalCommandDependencies): Pick<Handlers, 'pages.findOriginal'> => ({
  'pages.findOriginal': async ({ id }) => {
    const row = await store.page(id);
    if (!row || row.path === null) return failed(pageNotFound);
    if (!host.chooseOriginal) return failed(noFileDialog);
    const shown = await host.chooseOriginal({ name: basename(row.name), folder: dirname(row.path) });
    if (shown === null) return success({ original: null });
    const original = await originals.attach(row, shown);
    return original ? success({ original }) : failed(notTheOriginal(row.name));
  },
});
