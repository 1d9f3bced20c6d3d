import type { LedgerFailure } from './open-ledger.ts';

/** The tasks for the threads of the store. Instants come from the caller's clock. */
export type StoreTask = { readonly at: string } & (
  | {
      readonly kind: 'open';
      /** Whether calls under way belonged to a dead process. */
      readonly takesOver: boolean;
    }
  | { readonly kind: 'close' }
  | { readonly kind: 'commit' | 'rollback'; readonly unit: number }
  | {
      readonly kind: 'method';
      /** A method of the port. */
      readonly name: string;
      readonly input: readonly unknown[];
      /** The unit of work that it belongs to; null for a single query. */
      readonly unit: number | null;
      /** Whether it is the first of its unit. */
      readonly begins: boolean;
    }
);

/** `open` returns why the ledger can't be opened, or null. */
export type OpenResult = LedgerFailure | null;

/** The start data of a thread. */
export type StoreThreadData = {
  readonly path: string;
  readonly access: 'read' | 'write';
  /** Whether a reading thread maps the file into memory. */
  readonly maps: boolean;
};
