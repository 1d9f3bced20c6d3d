import type { LedgerFault } from './open-ledger.ts';

/** What the threads of the store are asked. Instants come from the asker's clock. */
export type StoreTask =
  | { readonly kind: 'open' | 'begin' | 'commit' | 'rollback' | 'close'; readonly at: string }
  | {
      readonly kind: 'method';
      /** A method of the port. */
      readonly name: string;
      readonly input: readonly unknown[];
      readonly at: string;
    };

/** `open` answers with why the ledger can't be opened, or null. */
export type OpenAnswer = LedgerFault | null;

/** What a thread is told when it starts. */
export type StoreThreadData = { readonly path: string; readonly access: 'read' | 'write' };
