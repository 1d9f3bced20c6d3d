import type { LedgerFailure } from './open-ledger.ts';
import type { Recovered } from './recover.ts';

/** A method of the port, with its input. */
export type StoreCall = { readonly name: string; readonly input: readonly unknown[] };

/** What a task does first in its unit of work. */
export type UnitStep = {
  readonly unit: number;
  /** Whether it is the first task of its unit. */
  readonly begins: boolean;
  /** Writes that nobody waited for. */
  readonly before: readonly StoreCall[];
};

/** The tasks for the threads of the store. Instants come from the caller's clock. */
export type StoreTask = { readonly at: string } & (
  | {
      readonly kind: 'open';
      /** Whether running calls belonged to a dead process. */
      readonly takesOver: boolean;
      /** Whether a damaged ledger is set aside, and replaced with what can be read from it. */
      readonly recovers: boolean;
    }
  | {
      /** The next rows of a query; the first ones if it is given. */
      readonly kind: 'rows';
      readonly sql: string | null;
      readonly count: number;
    }
  | { readonly kind: 'close' }
  | ({ readonly kind: 'commit' } & UnitStep)
  | { readonly kind: 'rollback'; readonly unit: number }
  /** Without a step, a single query. */
  | ({ readonly kind: 'method'; readonly step: UnitStep | null } & StoreCall)
);

/** The result of `open`: why the ledger can't be opened, or null; and the recovery of a damaged one. */
export type OpenResult = {
  readonly failure: LedgerFailure | null;
  readonly recovered: Recovered | null;
};

export type StoreThreadData = {
  readonly path: string;
  readonly access: 'read' | 'write';
  /** Whether its connection for queries maps the file into memory. */
  readonly maps: boolean;
};
