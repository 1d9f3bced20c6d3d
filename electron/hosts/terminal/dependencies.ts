import type { Environment } from '../../infra/environment.ts';
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
};
