import { openBooks } from '../../../../electron/books/books-commands.ts';
import { testHost } from '../../../helpers/test-host.ts';
import { expect, test } from 'vitest';
import type { Handlers, ReadHandlers } from '../../../../electron/app/handlers.ts';
import { readCommands, type ReadDependencies } from '../../../../electron/app/read-commands.ts';
import { commands } from '../../../../shared/contract/commands.ts';
import { success } from '../../../../shared/result.ts';

/** Never runs: its lines must not compile without their directive. */
export const reachesNoWriter = ({
  folder,
  assessor,
  counting,
  runner,
  originals,
}: ReadDependencies): void => {
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
  // @ts-expect-error no figures are saved
  void assessor.assess;
  // @ts-expect-error no figures of one page
  void assessor.assessOne;
  // @ts-expect-error no pages are joined
  void assessor.joinAlike;
  // @ts-expect-error nor by the other one
  void counting.assess;
  // @ts-expect-error no loss is marked
  void runner.assess;
  // @ts-expect-error no page is queued
  void runner.add;
  // @ts-expect-error no lost file is replaced
  void originals.attach;
  // @ts-expect-error nor when a file is added
  void originals.reattach;
};

/** Never runs: a query that writes must not compile. */
export const writingQuery = ({ folder, runner }: ReadDependencies): Pick<ReadHandlers, 'pages.original'> => ({
  'pages.original': async ({ id }) => {
    // @ts-expect-error the query writes by a unit of work
    await folder.store.transact(() => Promise.resolve());
    // @ts-expect-error the query writes by the runner
    await runner.assess(id);
    return success({ state: 'none', path: null });
  },
});

/** A writing command can't be among the readers, nor the other way round. */
export const isNoReader = (remove: Handlers['pages.remove']): Partial<ReadHandlers> => ({
  // @ts-expect-error declared as `write`
  'pages.remove': remove,
});

/** Stands for parts that building the table does not use. */
const unused: unknown = new Proxy({}, { get: () => unused });

test('answers every command that reads the ledger, and no other', () => {
  const apart = /^(?:app|settings|account|mailbox|data)\./u;
  const reads = Object.entries(commands)
    .filter(([name, { ledger }]) => ledger !== 'write' && !apart.test(name))
    .map(([name]) => name);
  expect(Object.keys(readCommands(unused as ReadDependencies, openBooks(testHost('')))).toSorted()).toEqual(
    reads.toSorted(),
  );
});
