import type { Language } from '../../../shared/language.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { deskUsageTexts } from '../../../shared/texts/desk.ts';
import type { Outputs } from '../../app/files/request.ts';
import type { UsageError } from '../terminal/read-flags.ts';

/** `vouch invoice --office`: the server of an office reads the files. */
export type DeskCommand = {
  readonly kind: 'desk';
  /** The server's origin. */
  readonly office: string;
  readonly paths: readonly string[];
  readonly outputs: Outputs;
  readonly encoding: 'utf8' | 'gb18030';
  readonly language: Language;
  readonly quiet: boolean;
};

/** Options that need more rights in the office than a token has. */
const ofTheOffice = { '--annotate': deskUsageTexts.noPictures, '--own': deskUsageTexts.ownOfOffice } as const;

/** Options that say how this computer would read pages. */
const ofThisComputer = [
  '--local',
  '--reader',
  '--sandbox',
  '--base-url',
  '--concurrency',
  '--force',
  '--work',
] as const;

/** Whether the host of a URL is this computer. */
export const isLoopbackName = (hostname: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(hostname);

/** The origin of an address; null if it is none that a token may be sent to. */
const originOf = (address: string): string | null => {
  const url = URL.parse(address);
  if (!url || url.username !== '' || url.password !== '') return null;
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') return null;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName(url.hostname))
    ? url.origin
    : null;
};

/** The origin of `--office`, if the other options go with it. */
export const deskOrigin = (values: ReadonlyMap<string, string>): Result<string, UsageError> => {
  for (const [flag, text] of Object.entries(ofTheOffice)) if (values.has(flag)) return failed(text);
  const other = ofThisComputer.find((flag) => values.has(flag));
  if (other !== undefined) return failed(deskUsageTexts.notWithOffice(other));
  const origin = originOf(values.get('--office') ?? '');
  return origin === null ? failed(deskUsageTexts.wrongAddress) : success(origin);
};
