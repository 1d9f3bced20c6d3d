import type { AccountStore } from '../credentials/account-store.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import type { BooksReads, BooksRoom } from './books-room.ts';
import { callRecordCommands } from './call-record-commands.ts';
import type { ReadFolder } from './data-folder.ts';
import { exportCommands, type ExportCommandDependencies } from './export-commands.ts';
import { faceQueries, type FaceQueryDependencies } from './face-queries.ts';
import type { ReadHandlers } from './handlers.ts';
import { historyCommands } from './history-commands.ts';
import { originalQueries } from './original-commands.ts';
import type { Originals } from './originals.ts';
import { pageQueries, type PageQueryDependencies } from './page-queries.ts';
import { sidesCommands } from './sides-commands.ts';

/** The queries of a window. Nothing here writes the ledger, a picture or a stored file. */
export type ReadDependencies = {
  readonly folder: ReadFolder;
  readonly assessor: Pick<Assessor, 'open' | 'reviewed' | 'joinOffers' | 'extractions'>;
  /** The same without the faces that a threshold hides. */
  readonly counting: Pick<Assessor, 'open' | 'reviewed'>;
  readonly originals: Pick<Originals, 'stateOf' | 'locate'>;
  readonly account: AccountStore['account'];
  readonly runner: PageQueryDependencies['runner'] & ExportCommandDependencies['runner'];
} & Omit<BooksReads, 'folder' | 'assessor' | 'originals'> &
  Pick<FaceQueryDependencies, 'photo' | 'onBug'>;

/** The commands that don't concern the ledger at all: they get no folder. */
type ApartFromLedger = 'app' | 'settings' | 'account' | 'data';

/** Answers all commands that only read the ledger. */
export const readCommands = (
  dependencies: ReadDependencies,
  books: Pick<BooksRoom, 'queries'>,
): Omit<ReadHandlers, `${ApartFromLedger}.${string}`> => {
  const { folder, assessor, counting } = dependencies;
  const { store } = folder;
  return {
    ...pageQueries(dependencies),
    ...sidesCommands({ store, assessor }),
    ...historyCommands(store),
    ...originalQueries({ store, originals: dependencies.originals }),
    ...callRecordCommands(store, dependencies.account),
    ...exportCommands({ ...dependencies, assessor: counting }),
    ...faceQueries(dependencies),
    ...books.queries(dependencies),
  };
};
