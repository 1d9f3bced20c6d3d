import type { RecognizeCommand } from '../../hosts/terminal/dependencies.ts';
import { checkOutputs } from '../../app/files/check-outputs.ts';
import type { CommonOptions, UsageError } from '../../hosts/terminal/read-flags.ts';

/** A bookkeeping command that first recognizes its paths, as `vouch invoice` does, without outputs. */
export const recognizeCommandOf = (paths: readonly string[], common: CommonOptions): RecognizeCommand => ({
  kind: 'recognize',
  service: 'vat-invoice',
  paths,
  outputs: { csv: null, linesCsv: null, xlsx: null, json: null, annotate: null },
  points: false,
  attributes: false,
  local: false,
  reader: null,
  own: [],
  work: false,
  encoding: 'utf8',
  sandbox: common.sandbox,
  baseUrl: common.baseUrl,
  concurrency: common.concurrency,
  force: common.force,
  language: common.language,
  quiet: common.quiet,
});

/** Why a file can't or must not be written; null if it can. */
export const checkOutput = (
  path: string,
  inputs: readonly string[],
  home: string,
): Promise<UsageError | null> =>
  checkOutputs({ csv: null, linesCsv: null, xlsx: path, json: null, annotate: null }, { inputs, home });
