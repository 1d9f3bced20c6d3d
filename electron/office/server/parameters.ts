import { isIP } from 'node:net';
import type { Language } from '../../../shared/language.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { serveUsageTexts } from '../../../shared/texts/office-command.ts';
import { usageTexts } from '../../../shared/texts/command-line.ts';
import { oneOf, portOf, readFlags, type Flag, type UsageError } from '../../hosts/terminal/read-flags.ts';
import { operationsFlags, operationsOptions, type OperationsOptions } from '../operations/place.ts';
import { isLoopback } from './origins.ts';

export type ServeCommand = {
  readonly kind: 'serve';
  /** An IP address. */
  readonly address: string;
  /** 0: any free port. */
  readonly port: number;
  /** Files with the certificate chain and its key, in PEM; null for plain http. */
  readonly certificate: { readonly cert: string; readonly key: string } | null;
  /** The IP address of the proxy, which is the only client; null if there is none. */
  readonly proxy: string | null;
  /**
   * Prints one link instead of serving: for the user with this name or email address, or with null for a new
   * administrator.
   */
  readonly administratorLink: { readonly name: string | null } | null;
  readonly language: Language;
} & OperationsOptions;

const flags: Readonly<Record<string, Flag>> = {
  '--address': 'value',
  '--port': 'value',
  '--cert': 'value',
  '--key': 'value',
  '--proxy': 'value',
  '--administrator-link': 'optional',
  '--lang': 'value',
  ...operationsFlags,
};

const usualPort = '8470';

const certificateOf = (
  values: ReadonlyMap<string, string>,
): Result<ServeCommand['certificate'], UsageError> => {
  const [cert, key] = [values.get('--cert'), values.get('--key')];
  if (cert === undefined && key === undefined) return success(null);
  return cert === undefined || key === undefined ? failed(serveUsageTexts.oneOfPair) : success({ cert, key });
};

/**
 * Parses the arguments of `vouch serve`.
 * @param words the arguments after `serve`
 * @param fallback language if `--lang` is missing
 */
export const serveCommand = (
  words: readonly string[],
  fallback: Language,
): Result<ServeCommand, UsageError> => {
  const read = readFlags(words, (name) => (Object.hasOwn(flags, name) ? flags[name] : undefined));
  if (!read.ok) return read;
  const { values, paths } = read.value;
  const given = values.get('--administrator-link');
  const names = given === undefined || given === '' ? paths : [given, ...paths];
  if (names.length > (given === undefined ? 0 : 1) || names.includes(''))
    return failed(serveUsageTexts.stray);
  const administratorLink = given === undefined ? null : { name: names[0] ?? null };
  const language = oneOf(values.get('--lang') ?? fallback, ['zh', 'en']);
  if (!language) return failed(usageTexts.notOneOf('--lang', 'zh, en'));
  const port = portOf(values.get('--port') ?? usualPort);
  if (port === null) return failed(serveUsageTexts.badPort);
  const named = values.get('--address') ?? 'localhost';
  const address = named === 'localhost' ? '127.0.0.1' : named;
  if (isIP(address) === 0) return failed(serveUsageTexts.badAddress);
  const proxy = values.get('--proxy') ?? null;
  if (proxy !== null && isIP(proxy) === 0) return failed(serveUsageTexts.badProxy);
  const certificate = certificateOf(values);
  if (!certificate.ok) return certificate;
  if (!isLoopback(address) && proxy === null && certificate.value === null)
    return failed(serveUsageTexts.needsTls);
  const operations = operationsOptions(values);
  if (!operations.ok) return operations;
  return success({
    kind: 'serve',
    address,
    port,
    certificate: certificate.value,
    proxy,
    administratorLink,
    language,
    operations: operations.value,
  });
};
