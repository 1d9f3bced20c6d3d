import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { ReaderChoice } from '../../../shared/contract/settings.ts';
import type { Bilingual, Language } from '../../../shared/language.ts';
import type { ServiceId } from '../../../shared/services/service.ts';

/** Where results go; `-` means standard output. */
export type Outputs = {
  readonly csv: string | null;
  readonly linesCsv: string | null;
  readonly xlsx: string | null;
  readonly json: string | null;
  readonly annotate: string | null;
};

/** Files to recognize, and how. */
export type FilesRequest = {
  readonly service: ServiceId;
  /** Files and folders. */
  readonly paths: readonly string[];
  readonly outputs: Outputs;
  readonly points: boolean;
  readonly attributes: boolean;
  /** Sends nothing. */
  readonly local: boolean;
  /** Who reads pictures of invoices; null: as the settings say. */
  readonly reader: ReaderChoice | null;
  /** Taxpayer ids of own companies, besides those of the settings. */
  readonly own: readonly string[];
  readonly encoding: 'utf8' | 'gb18030';
  readonly sandbox: boolean;
  /** Overrides the account's own base URL; null leaves it. */
  readonly baseUrl: string | null;
  /** Maximum number of calls at the same time. */
  readonly concurrency: number;
  /** Makes new calls instead of using responses of earlier runs. */
  readonly force: boolean;
  /** Of the texts in the results. */
  readonly language: Language;
};

/** Why an output can't or must not be written. */
export type OutputFailure = { readonly message: Bilingual };

/** Wrong usage or configuration: nothing was sent and nothing is written. */
export type FilesRefusal =
  | { readonly reason: 'output'; readonly failure: OutputFailure }
  | { readonly reason: 'no-account' }
  | { readonly reason: 'no-office' }
  | { readonly reason: 'failure'; readonly failure: CommandFailure };
