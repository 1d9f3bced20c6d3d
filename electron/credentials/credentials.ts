import {
  credentialsInputSchema,
  type CredentialsInput,
  type CredentialsStatus,
} from '../../shared/contract/account.ts';
import { createAccount, type Account } from '../infra/account.ts';
import type { KeyValueStore, Seal } from './host.ts';
import { deleteKept, readKept, writeKept } from './kept-credentials.ts';

export type CredentialsDependencies = {
  readonly store: KeyValueStore;
  readonly seal: Seal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Why calls may not go to a base URL, null where they may; the rule is the service's. */
  readonly checkBaseUrl: (baseUrl: string) => CredentialsStatus['baseUrlProblem'];
};

export type Credentials = {
  readonly status: () => Promise<CredentialsStatus>;
  readonly save: (input: CredentialsInput) => Promise<CredentialsStatus>;
  /** Forgets all that is kept; the environment stays what it is. */
  readonly clear: () => Promise<CredentialsStatus>;
  /** Null while something is missing. Whether its base URL may be called is for the caller to check, and to say. */
  readonly account: () => Promise<Account | null>;
};

type SecretName = 'apiKey' | 'apiSecret';
type Secrets = Readonly<Record<SecretName, string | null>>;
/** `opened` is what the seals in the store hold; `session` what is held in memory alone. */
type Memory = { readonly opened: Secrets; readonly session: Secrets; readonly unreadable: boolean };

const noSecrets: Secrets = { apiKey: null, apiSecret: null };

/** The four variables win over what is kept, each by itself; an empty one counts as unset. */
const fromEnvironment = (environment: CredentialsDependencies['environment']) => {
  const variable = (name: string) => environment[name]?.trim() || null;
  return {
    appId: variable('VOUCH_APP_ID'),
    baseUrl: variable('VOUCH_BASE_URL'),
    apiKey: variable('VOUCH_API_KEY'),
    apiSecret: variable('VOUCH_API_SECRET'),
  };
};

/** A seal that can't be opened is a reason to ask again, never a reason to fail. */
const openSeal = async (seal: Seal, sealed: string | null): Promise<string | null> => {
  if (sealed === null) return null;
  try {
    return await seal.open(sealed);
  } catch {
    return null;
  }
};

/** Null where the key store refuses: the secret then lives in memory until Vouch ends. */
const closeSeal = async (seal: Seal, secret: string | null): Promise<string | null> => {
  if (secret === null) return null;
  try {
    return await seal.close(secret);
  } catch {
    return null;
  }
};

/** A seal that the key store wants made anew; the old one where that fails, since it still opens. */
const renewSeal = async (
  seal: Seal,
  sealed: string | null,
  secret: string | null,
): Promise<string | null> => {
  if (sealed === null || secret === null) return sealed;
  try {
    return (await seal.renew?.(sealed, secret)) ?? sealed;
  } catch {
    return sealed;
  }
};

const openKept = async (store: KeyValueStore, seal: Seal): Promise<Memory> => {
  const kept = readKept(store);
  const apiKey = await openSeal(seal, kept.apiKey);
  const apiSecret = await openSeal(seal, kept.apiSecret);
  const renewed = {
    apiKey: await renewSeal(seal, kept.apiKey, apiKey),
    apiSecret: await renewSeal(seal, kept.apiSecret, apiSecret),
  };
  const isSame = (one: typeof renewed, other: typeof renewed): boolean =>
    one.apiKey === other.apiKey && one.apiSecret === other.apiSecret;
  // Meanwhile the user may have removed or replaced them: what they did stands.
  const now = readKept(store);
  if (!isSame(renewed, kept) && isSame(now, kept)) writeKept(store, { ...now, ...renewed });
  return {
    opened: { apiKey, apiSecret },
    session: noSecrets,
    unreadable: (kept.apiKey !== null && apiKey === null) || (kept.apiSecret !== null && apiSecret === null),
  };
};

/**
 * The user's credentials. A secret goes in and comes out again only as an account for signing: never as a status,
 * and never by printing anything that this returns.
 */
export const createCredentials = ({
  store,
  seal,
  environment,
  checkBaseUrl,
}: CredentialsDependencies): Credentials => {
  const given = fromEnvironment(environment);
  const secretsGiven = given.apiKey !== null && given.apiSecret !== null;
  let memory: Promise<Memory> | null = null;

  // The key store may ask the user for a password: it is opened on first need, once, and not at all without need.
  const remembered = (): Promise<Memory> => {
    memory ??= secretsGiven
      ? Promise.resolve({ opened: noSecrets, session: noSecrets, unreadable: false })
      : openKept(store, seal);
    return memory;
  };

  const current = async () => {
    const kept = readKept(store);
    const { opened, session, unreadable } = await remembered();
    return {
      appId: given.appId ?? kept.appId,
      baseUrl: given.baseUrl ?? kept.baseUrl,
      apiKey: given.apiKey ?? session.apiKey ?? opened.apiKey,
      apiSecret: given.apiSecret ?? session.apiSecret ?? opened.apiSecret,
      kept: keptAs({ opened, session, unreadable }),
      unreadable,
    };
  };

  const keptAs = ({ opened, session }: Memory): CredentialsStatus['kept'] => {
    if (secretsGiven) return 'environment';
    if (session.apiKey !== null || session.apiSecret !== null) return 'session';
    if (opened.apiKey === null && opened.apiSecret === null) return 'none';
    return seal.protection === 'unprotected' ? 'unprotected' : 'sealed';
  };

  const accountOf = ({ appId, baseUrl, apiKey, apiSecret }: Awaited<ReturnType<typeof current>>) =>
    appId === '' || baseUrl === '' || apiKey === null || apiSecret === null
      ? null
      : createAccount({ appId, baseUrl, apiKey, apiSecret });

  const status = async (): Promise<CredentialsStatus> => {
    const now = await current();
    const baseUrlProblem = now.baseUrl === '' ? null : checkBaseUrl(now.baseUrl);
    return {
      appId: now.appId,
      baseUrl: now.baseUrl,
      hasApiKey: now.apiKey !== null,
      hasApiSecret: now.apiSecret !== null,
      kept: now.kept,
      protection: seal.protection,
      ready: accountOf(now) !== null && baseUrlProblem === null,
      baseUrlProblem,
      unreadable: now.unreadable,
    };
  };

  const mayStayOnDisk = (keepUnprotected: boolean): boolean =>
    seal.protection === 'sealed' || (seal.protection === 'unprotected' && keepUnprotected);

  const save = async (input: CredentialsInput): Promise<CredentialsStatus> => {
    const { appId, baseUrl, apiKey, apiSecret, keepUnprotected } = credentialsInputSchema.parse(input);
    // What the environment gives may have spared the seals until now; a save must not lose what they hold.
    const before = secretsGiven ? await openKept(store, seal) : await remembered();
    const secrets: Secrets = {
      apiKey: apiKey ?? before.session.apiKey ?? before.opened.apiKey,
      apiSecret: apiSecret ?? before.session.apiSecret ?? before.opened.apiSecret,
    };
    const onDisk = mayStayOnDisk(keepUnprotected);
    const sealed = {
      apiKey: onDisk ? await closeSeal(seal, secrets.apiKey) : null,
      apiSecret: onDisk ? await closeSeal(seal, secrets.apiSecret) : null,
    };
    // A seal that can't be opened today may open tomorrow, when the key store is back: it is left until replaced.
    const unopened = (name: SecretName) => (onDisk && secrets[name] === null ? readKept(store)[name] : null);
    const kept = {
      apiKey: sealed.apiKey ?? unopened('apiKey'),
      apiSecret: sealed.apiSecret ?? unopened('apiSecret'),
    };
    writeKept(store, { appId, baseUrl, ...kept });
    const when = (name: SecretName, isSealed: boolean) =>
      (sealed[name] !== null) === isSealed ? secrets[name] : null;
    memory = Promise.resolve({
      opened: { apiKey: when('apiKey', true), apiSecret: when('apiSecret', true) },
      session: { apiKey: when('apiKey', false), apiSecret: when('apiSecret', false) },
      unreadable: before.unreadable && (secrets.apiKey === null || secrets.apiSecret === null),
    });
    return status();
  };

  const clear = async (): Promise<CredentialsStatus> => {
    deleteKept(store);
    memory = Promise.resolve({ opened: noSecrets, session: noSecrets, unreadable: false });
    return status();
  };

  // One change at a time: two saves at once must not mix one's key with the other's secret.
  let changes: Promise<unknown> = Promise.resolve();
  const inTurn = <Value>(change: () => Promise<Value>): Promise<Value> => {
    const turn = changes.then(change, change);
    changes = turn.catch(() => null);
    return turn;
  };

  return {
    status,
    save: (input) => inTurn(() => save(input)),
    clear: () => inTurn(clear),
    account: async () => accountOf(await current()),
  };
};
