import type { Generated } from 'kysely';
import type {
  ColumnKind,
  ledgerColumns,
  LedgerTable,
  StoredValue,
} from '../../store/records/ledger-columns.ts';

type Column<Kind extends ColumnKind> = Kind extends `${string}=`
  ? Generated<StoredValue<Kind>>
  : StoredValue<Kind>;
type TableOf<Columns extends Readonly<Record<string, ColumnKind>>> = {
  [Name in keyof Columns]: Column<Columns[Name]>;
};
type LedgerTables = { [Table in LedgerTable]: TableOf<(typeof ledgerColumns)[Table]> };

/** Data of the office that is not part of the ledger. */
type Office = {
  one: Generated<number>;
  id: string;
  version: number;
  /** `database`, or `folder` if VOUCH_PICTURES stores them. */
  pictures: string | null;
  /** SHA-256 of APP ID and base URL; null until the first worker starts. */
  account: string | null;
  created_at: string;
};

/** A committed unit of work: distinguishes it from one whose end was not confirmed. */
type Units = { token: string; at: Generated<Date>; answer: string | null };

type PictureBytes = { sha256: string; extension: string; body: Buffer };

export type Tables = LedgerTables & {
  office: Office;
  units: Units;
  picture_bytes: PictureBytes;
};
