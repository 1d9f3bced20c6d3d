import { failed, success, type Result } from '../../shared/result.ts';
import type { Answerer } from '../store/records/call.ts';
import { parseBaseUrl, withCanonicalHost, type BaseUrl } from '../extract/service/base-url.ts';
import { createAccount, type Account } from '../infra/account.ts';
import type { BaseUrlRefusal } from '../../shared/texts/base-url.ts';
import type { Transport } from '../infra/network/transport.ts';
import type { EndpointState, EndpointStates } from './endpoint-state.ts';

/** The destination of a call, and how to reach it. */
export type Route = {
  readonly transport: Transport;
  readonly account: Account<BaseUrl>;
  /** The measured state of this destination. */
  readonly endpoint: EndpointState;
  /** Who would respond for a picture, by its name in the ledger. */
  readonly answererOf: (sentSha256: string) => Answerer;
};

/** Why a call can't be made at all. */
export type RouteRefusal =
  | { readonly reason: 'no-account' }
  | { readonly reason: 'bad-base-url'; readonly baseUrl: BaseUrlRefusal };

/** A running sandbox. */
type SandboxAnswerer = {
  readonly account: Account<BaseUrl>;
  /** Names what it would respond for a picture: other ground truth means another response. */
  readonly truthOf: (sentSha256: string) => string;
};

export type RouteDependencies = {
  /** The user's account as saved; the base URL is checked here. */
  readonly account: () => Promise<Account | null>;
  readonly allowPlainHttp: () => boolean;
  readonly transport: Transport;
  /** Whether that transport writes the Host header itself, in the form that browsers use. */
  readonly writesHost?: boolean;
  /** Loopback needs no proxy and no certificates. */
  readonly loopbackTransport: Transport;
  readonly sandbox: { readonly start: () => Promise<SandboxAnswerer> };
  readonly endpoints: EndpointStates;
};

export type Routes = {
  readonly to: (sandbox: boolean) => Promise<Result<Route, RouteRefusal>>;
};

export const createRoutes = (dependencies: RouteDependencies): Routes => {
  const toService = async (): Promise<Result<Route, RouteRefusal>> => {
    const kept = await dependencies.account();
    if (!kept) return failed({ reason: 'no-account' });
    const { appId, apiKey, apiSecret } = kept;
    const baseUrl = parseBaseUrl(kept.baseUrl, { allowPlainHttp: dependencies.allowPlainHttp() });
    if (!baseUrl.ok) return failed({ reason: 'bad-base-url', baseUrl: baseUrl.failure });
    // Different spellings of one host are the same service: its responses are not paid for twice.
    const { scheme, host, path } = withCanonicalHost(baseUrl.value);
    const address = `${scheme}://${host}${path}`;
    const isOurs = baseUrl.value.loopback || dependencies.writesHost !== true;
    return success({
      transport: baseUrl.value.loopback ? dependencies.loopbackTransport : dependencies.transport,
      account: createAccount({
        appId,
        apiKey,
        apiSecret,
        baseUrl: isOurs ? baseUrl.value : withCanonicalHost(baseUrl.value),
      }),
      endpoint: dependencies.endpoints.to(JSON.stringify([address, appId])),
      answererOf: () => ({ kind: 'service', appId, baseUrl: address }),
    });
  };

  const toSandbox = async (): Promise<Result<Route, RouteRefusal>> => {
    const { account, truthOf } = await dependencies.sandbox.start();
    return success({
      transport: dependencies.loopbackTransport,
      account,
      endpoint: dependencies.endpoints.to('sandbox'),
      answererOf: (sentSha256) => ({ kind: 'sandbox', truth: truthOf(sentSha256) }),
    });
  };

  return { to: (sandbox) => (sandbox ? toSandbox() : toService()) };
};
