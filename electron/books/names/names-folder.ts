import { failed, success } from '../../../shared/result.ts';
import type { Host } from '../../app/contract.ts';
import type { Handlers } from '../../app/handlers.ts';
import { booksFailure } from '../books-failures.ts';

/** The folder for copies of originals, as the user last chose it in the host's dialog. */
export type NamesFolder = {
  /** Null if none was chosen. */
  readonly path: () => string | null;
  readonly choose: Handlers['books.chooseNamesFolder'];
};

export const createNamesFolder = (host: Pick<Host, 'kind' | 'chooseSaveFolder'>): NamesFolder => {
  let chosen: string | null = null;
  return {
    path: () => chosen,
    choose: async () => {
      if (host.kind !== 'desktop' || !host.chooseSaveFolder)
        return failed(booksFailure('names-desktop-only'));
      chosen = (await host.chooseSaveFolder('copies')) ?? chosen;
      return success({ folder: chosen });
    },
  };
};
