import type { CommandFailure, VouchEvent } from '../../shared/contract/commands.ts';
import { windowViewSchema, type WindowView } from '../../shared/contract/window-view.ts';
import { looksLikeSecret } from '../../shared/contract/account.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import type { AccountStore } from '../credentials/account-store.ts';
import { changedMeanwhile } from '../../shared/contract/settings-lists.ts';
import { SettingChanged, SettingRefused, type SettingsStore } from '../credentials/settings-store.ts';
import { areCertificates } from '../infra/network/own-network.ts';
import { parseBaseUrl } from '../extract/service/base-url.ts';
import { testConnection } from '../extract/service/test-connection.ts';
import type { Route } from '../pipeline/routes.ts';
import type { Host } from './contract.ts';
import type { Handlers } from './handlers.ts';
import { badAuthority, badBaseUrl, badSecret, settingChanged, testCancelled } from './command-failures.ts';

/** The destination of calls that this process makes itself. */
export type CallRoutes = { readonly to: (sandbox: boolean) => Promise<Result<Route, CommandFailure>> };

type SettingsCommandDependencies = {
  readonly host: Host;
  readonly settings: SettingsStore;
  readonly accountStore: AccountStore;
  readonly routes: CallRoutes;
  readonly emit: (event: VouchEvent) => void;
  /** Called after a change of the settings or the account. */
  readonly onChange: () => void;
  /** Called after a change of something that the checks depend on. */
  readonly onChecksChange: () => void;
  /** Aborted when the backend is closed. */
  readonly signal: AbortSignal;
  readonly notes: readonly CommandFailure[];
  /** Number of pages in the ledger, by state. */
  readonly pageCounts: () => Promise<Readonly<Record<string, number>>>;
};

type SettingsCommands = Pick<
  Handlers,
  | 'app.info'
  | 'app.diagnostics'
  | 'settings.change'
  | 'account.save'
  | 'account.address'
  | 'account.clear'
  | 'account.test'
  | 'app.view'
  | 'app.keepView'
>;

/** The key of the window's arrangement in the host's store. */
const viewKey = 'window-view';

export const settingsCommands = (dependencies: SettingsCommandDependencies): SettingsCommands => {
  const { host, settings, accountStore, routes, emit, onChange, onChecksChange, signal, notes, pageCounts } =
    dependencies;

  const accountChanged = async (change: ReturnType<AccountStore['status']>) => {
    const status = await change;
    emit({ type: 'account.changed', account: status });
    onChange();
    return success(status);
  };

  const keptView = (): WindowView => windowViewSchema.safeParse(host.store.get(viewKey)).data ?? {};

  return {
    'app.view': () => Promise.resolve(success(keptView())),
    'app.keepView': (change) => {
      const view = Object.entries({ ...keptView(), ...change }).filter(([, value]) => value !== null);
      host.store.set(viewKey, Object.fromEntries(view));
      return Promise.resolve(success({}));
    },
    'app.info': async () =>
      success({
        version: host.version,
        host: host.kind,
        platform: process.platform,
        locale: host.locale,
        dataFolder: host.home,
        settings: settings.read(),
        account: await accountStore.status(),
        notes: [...notes],
      }),
    'app.diagnostics': async () => {
      const { diagnosticsText } = await import('./diagnostics.ts');
      const text = await diagnosticsText({
        host,
        settings: settings.read(),
        accountStatus: await accountStore.status(),
        account: await accountStore.account(),
        pages: await pageCounts(),
      });
      return success({ text });
    },
    'settings.change': async ({ was, ...change }) => {
      if (change.authorities && !areCertificates(change.authorities)) return failed(badAuthority);
      // What is shared with other processes is compared where it is stored.
      if (!host.store.saved && changedMeanwhile(change, was, settings.read()))
        return failed(settingChanged(null));
      settings.change(change, was);
      try {
        // Nobody is told of a change before it is stored.
        await host.store.saved?.();
      } catch (error) {
        // Another process was quicker.
        if (error instanceof SettingChanged) return failed(settingChanged(error.by));
        if (error instanceof SettingRefused) return failed(error.failure);
        throw error;
      }
      const changed = settings.read();
      emit({ type: 'settings.changed', settings: changed });
      onChange();
      const { confidenceLimit, ownCompanies, trustedSigners } = change;
      if ([confidenceLimit, ownCompanies, trustedSigners].some((one) => one !== undefined)) onChecksChange();
      return success(changed);
    },
    'account.save': (input) => {
      // A value pasted with a blank, a line end or an invisible character: the service would refuse every call
      // without a useful reason.
      const entered = [input.apiKey, input.apiSecret].filter((secret) => secret !== undefined);
      return entered.every(looksLikeSecret)
        ? accountChanged(accountStore.save(input))
        : Promise.resolve(failed(badSecret));
    },
    'account.address': ({ baseUrl }) => {
      const parsed = parseBaseUrl(baseUrl, { allowPlainHttp: settings.read().allowPlainHttp });
      if (parsed.ok) return Promise.resolve(success({ text: parsed.value.text, failure: null }));
      const { message, remedy } = badBaseUrl(parsed.failure);
      return Promise.resolve(success({ text: null, failure: { message, remedy } }));
    },
    'account.clear': () => accountChanged(accountStore.clear()),
    'account.test': async ({ service }) => {
      const route = await routes.to(false);
      if (!route.ok) return route;
      const { transport, account } = route.value;
      const tested = await testConnection({ transport, now: host.now }, service, account, signal);
      return tested ? success(tested) : failed(testCancelled);
    },
  };
};
