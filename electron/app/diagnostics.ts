import { readFile } from 'node:fs/promises';
import { homedir, release } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { AccountStatus } from '../../shared/contract/account.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { Account } from '../infra/account.ts';
import { createRedactor } from '../infra/redact.ts';
import type { Host } from './contract.ts';

/** Number of characters from the end of each log. */
const logTail = 20_000;
const logs = ['desktop.log', 'browser.log'];

type DiagnosticsSource = {
  readonly host: Host;
  readonly settings: Settings;
  readonly accountStatus: AccountStatus;
  readonly account: Account | null;
  /** Number of pages in the ledger, by state. */
  readonly pages: Readonly<Record<string, number>>;
};

/** The names of proxies, certificates, companies and folders are private: only their presence is reported. */
const settingsLines = (settings: Settings): Readonly<Record<string, unknown>> => ({
  ...settings,
  proxy: settings.proxy === '' ? 'none' : 'set',
  authorities: settings.authorities === '' ? 'none' : 'set',
  watch: settings.watch.map(({ service }) => service).join(', ') || 'none',
  ownCompanies: settings.ownCompanies.length,
  exportLayouts: settings.exportLayouts.length,
});

const { versions, platform, arch } = process;

const programLines = ({
  host,
  pages,
  accountStatus,
}: DiagnosticsSource): Readonly<Record<string, unknown>> => ({
  version: host.version,
  host: host.kind,
  system: `${platform} ${release()} ${arch}`,
  electron: versions.electron ?? 'none',
  chromium: versions.chrome ?? 'none',
  node: versions.node,
  locale: host.locale,
  time: host.now().toISOString(),
  pages,
  accountStatus: {
    kept: accountStatus.kept,
    protection: accountStatus.protection,
    ready: accountStatus.ready,
    unreadable: accountStatus.unreadable,
    hasBaseUrl: accountStatus.baseUrl !== '',
  },
});

const logLines = async (home: string, name: string): Promise<string> => {
  const text = await readFile(join(home, 'logs', name), 'utf8').catch(() => '');
  return text === '' ? '' : `\n# ${name}\n${text.slice(-logTail)}`;
};

const listed = (members: Readonly<Record<string, unknown>>): string =>
  Object.entries(members)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');

/**
 * Information for support, as text. It contains no secrets, no pictures and no extracted data; a tilde
 * replaces the user's home folder.
 */
export const diagnosticsText = async (source: DiagnosticsSource): Promise<string> => {
  const { host, settings, account } = source;
  const tails = await Promise.all(logs.map((name) => logLines(host.home, name)));
  const text = [
    '# Vouch',
    listed(programLines(source)),
    '\n# settings',
    listed(settingsLines(settings)),
    ...tails.filter((tail) => tail !== ''),
  ].join('\n');
  const secrets = account ? [account.apiKey, account.apiSecret, account.appId] : [];
  const clean = createRedactor(() => secrets)(text);
  return `${clean.replaceAll(homedir(), '~').trimEnd()}\n`;
};
