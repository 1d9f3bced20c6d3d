import { openBooks } from '../../../../electron/books/books-commands.ts';
import { testHost } from '../../../helpers/test-host.ts';
import { expect, test } from 'vitest';
import type { Handlers, ReadHandlers } from '../../../../electron/app/handlers.ts';
import { readCommands, type ReadDependencies } from '../../../../electron/app/read-commands.ts';
import { commands } from '../../../../shared/contract/commands.ts';

/** Never runs: its lines must not compile without their directive. */
export const reachesNoWriter = ({ folder, assessor, runner, originals }: ReadDependencies): void => {
  // @ts-expect-error no unit of work
  void folder.store.transact;
  // @ts-expect-error no picture is stored or removed
  void [folder.pictures.put, folder.pictures.remove];
  // @ts-expect-error no file is stored
  void folder.originals.put;
  // @ts-expect-error no file is removed
  void folder.originals.remove;
  // @ts-expect-error no figures are saved in a unit of work
  void assessor.assessIn;
  // @ts-expect-error no page is queued
  void runner.add;
  // @ts-expect-error no lost file is replaced
  void originals.attach;
};

/** A writing command can't be among the readers, nor the other way round. */
export const isNoReader = (remove: Handlers['pages.remove']): Partial<ReadHandlers> => ({
  // @ts-expect-error declared as `write`
  'pages.remove': remove,
});

/** Stands for parts that building the table does not use. */
const unused: unknown = new Proxy({}, { get: () => unused });

test('answers every command that reads the ledger, and no other', () => {
  const apart = /^(?:app|settings|account|data)\./u;
  const reads = Object.entries(commands)
    .filter(([name, { access }]) => access === 'read' && !apart.test(name))
    .map(([name]) => name);
  expect(Object.keys(readCommands(unused as ReadDependencies, openBooks(testHost('')))).toSorted()).toEqual(
    reads.toSorted(),
  );
});
