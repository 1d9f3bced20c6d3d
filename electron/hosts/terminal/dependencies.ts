import type { Language } from '../../../shared/language.ts';
import type { Result } from '../../../shared/result.ts';
import type { RecognizedFiles } from '../../app/files/recognize-files.ts';
import type { FilesRequest } from '../../app/files/request.ts';
import type { Sheet } from '../../app/files/sheets.ts';
import type { ExportPage } from '../../export/export-page.ts';
import type { Environment } from '../../infra/environment.ts';
import type { CommonOptions, UsageError } from './read-flags.ts';
import type { Streams } from './streams.ts';

/** What a command-line program passes to its commands. */
export type CommandDependencies = {
  readonly environment: Environment;
  readonly home: string;
  readonly samplesFolder: string;
  readonly now: () => Date;
  readonly streams: Streams;
  /** Aborted when the user stops the command. */
  readonly signal: AbortSignal;
  /** Registers what a SIGHUP does to a command that `reloads`. */
  readonly onReload?: (reload: () => void) => void;
};

export type ExitCode = 0 | 1 | 2;

/** `vouch invoice` or `vouch face`. */
export type RecognizeCommand = FilesRequest & {
  readonly kind: 'recognize';
  /** In an office, this process is a worker, too, until the command ends. */
  readonly work: boolean;
} & CommonOptions;

/** A page and its data; the data is null if the run was stopped before. */
export type ReadSheet = {
  readonly sheet: Sheet;
  readonly page: ExportPage | null;
  /** Null if the page is not in the ledger. */
  readonly pageId: number | null;
  /** The page of the invoice if this is a further file of it; null for its only or first file. */
  readonly foldedInto: number | null;
};

/** Uses the extracted data. Returns why some of it was not done, one line each. */
export type Deliver = (
  read: readonly ReadSheet[],
  recognized: Pick<RecognizedFiles, 'folder' | 'settings' | 'isCutShort'>,
) => Promise<readonly string[]>;

/** What a command gets that reads files before its own work. */
export type RunDependencies = CommandDependencies & {
  /** Recognizes files as `vouch invoice` does, and passes the data on instead of writing outputs. */
  readonly recognize: (command: RecognizeCommand, deliver: Deliver) => Promise<ExitCode>;
};

/** A parsed command of a group. */
export type ReadyCommand = {
  readonly language: Language;
  /** What a first signal means: the note that is shown, and whether the exit code is the signal's. */
  readonly stopped: { readonly note: string | null; readonly interrupts: boolean };
  /** Whether SIGHUP makes it read its files again, instead of stopping it. */
  readonly reloads?: boolean;
  readonly run: (dependencies: RunDependencies) => Promise<number>;
};

/** Commands that are loaded together, by the name of one of them. */
export type CommandGroup<Name extends string> = {
  /**
   * @param given the arguments after the command's name
   * @param fallback the language without `--lang`
   */
  readonly parse: (
    name: Name,
    given: readonly string[],
    fallback: Language,
  ) => Result<ReadyCommand, UsageError>;
};
