import type { LedgerFault } from './open-ledger.ts';

/** What the threads of the store are asked. Instants come from the asker's clock. */
export type StoreTask = { readonly at: string } & (
  | {
      readonly kind: 'open';
      /** Whether calls that are under way belonged to a process that is dead. */
      readonly takesOver: boolean;
    }
  | { readonly kind: 'close' }
  | { readonly kind: 'commit' | 'rollback'; readonly unit: number }
  | {
      readonly kind: 'method';
      /** A method of the port. */
      readonly name: string;
      readonly input: readonly unknown[];
      /** The unit of work that it belongs to; null for a question of its own. */
      readonly unit: number | null;
      /** The first of its unit. */
      readonly begins: boolean;
    }
);

/** `open` answers with why the ledger can't be opened, or null. */
export type OpenAnswer = LedgerFault | null;

/** What a thread is told when it starts. */
export type StoreThreadData = { readonly path: string; readonly access: 'read' | 'write' };
