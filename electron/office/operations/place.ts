import { isIP } from 'node:net';
import { failed, success, type Result } from '../../../shared/result.ts';
import { operationsTexts } from '../../../shared/texts/office-operations.ts';
import { portOf, type Flag, type UsageError } from '../../hosts/terminal/read-flags.ts';
import type { Environment } from '../../infra/environment.ts';

/** Where a process reports how it is; null if it does not. */
export type OperationsPlace = { readonly address: string; readonly port: number } | null;

/** The options for it, of every process that runs for days. */
export type OperationsOptions = {
  readonly operations: {
    readonly address: string | null;
    readonly port: number | null;
  };
};

export const operationsFlags: Readonly<Record<string, Flag>> = {
  '--operations-port': 'value',
  '--operations-address': 'value',
};

/** The options as written; `operationsPlace` adds what the environment says. */
export const operationsOptions = (
  values: ReadonlyMap<string, string>,
): Result<OperationsOptions['operations'], UsageError> => {
  const text = values.get('--operations-port');
  const port = text === undefined ? null : portOf(text);
  if (text !== undefined && port === null) return failed(operationsTexts.badPort('--operations-port'));
  const named = values.get('--operations-address') ?? null;
  const address = named === 'localhost' ? '127.0.0.1' : named;
  return address !== null && isIP(address) === 0
    ? failed(operationsTexts.badAddress)
    : success({ address, port });
};

/** The place by the options, or by `VOUCH_OPERATIONS_PORT`; on loopback unless an address is given. */
export const operationsPlace = (
  { address, port }: OperationsOptions['operations'],
  environment: Environment,
): Result<OperationsPlace, UsageError> => {
  const text = environment.VOUCH_OPERATIONS_PORT?.trim() || null;
  const wanted = port ?? (text === null ? null : portOf(text));
  if (wanted !== null) return success({ address: address ?? '127.0.0.1', port: wanted });
  if (text !== null) return failed(operationsTexts.badPort('VOUCH_OPERATIONS_PORT'));
  return address === null ? success(null) : failed(operationsTexts.noPort);
};
