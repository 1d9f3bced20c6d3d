import { createTurn } from '../../shared/turn.ts';
import { accountInputSchema, type AccountInput, type AccountStatus } from '../../shared/contract/account.ts';
import type { Environment } from '../infra/environment.ts';
import { createAccount, type Account } from '../infra/account.ts';
import { locked, type KeyValueStore, type Protection, type SecretCipher } from './host.ts';
import { z } from 'zod';

const storeKey = 'account';

/** The record in the host's store, with the key and the secret encrypted. */
const keptSchema = z.object({
  appId: z.string().catch(''),
  baseUrl: z.string().catch(''),
  apiKey: z.string().min(1).nullable().catch(null),
  apiSecret: z.string().min(1).nullable().catch(null),
});
type KeptAccount = z.infer<typeof keptSchema>;

const nothingKept: KeptAccount = { appId: '', baseUrl: '', apiKey: null, apiSecret: null };

/** A damaged record counts as absent, a damaged member as missing. */
const readKept = (store: KeyValueStore): KeptAccount => {
  const kept = keptSchema.safeParse(store.get(storeKey));
  return kept.success ? kept.data : nothingKept;
};

const writeKept = (store: KeyValueStore, kept: KeptAccount): void => store.set(storeKey, kept);

const deleteKept = (store: KeyValueStore): void => store.delete(storeKey);

export type AccountStoreDependencies = {
  readonly store: KeyValueStore;
  readonly cipher: SecretCipher;
  readonly environment: Environment;
  /** Why a base URL may not be called, by the service's rules; null if it may. */
  readonly checkBaseUrl: (baseUrl: string) => AccountStatus['baseUrlFailure'];
};

export type AccountStore = {
  readonly status: () => Promise<AccountStatus>;
  readonly save: (input: AccountInput) => Promise<AccountStatus>;
  /** Deletes everything that is saved; the environment is not changed. */
  readonly clear: () => Promise<AccountStatus>;
  /**
   * Null if something is missing. The caller must check whether its base URL may be called, and report it.
   */
  readonly account: () => Promise<Account | null>;
};

type SecretName = 'apiKey' | 'apiSecret';
type Secrets = Readonly<Record<SecretName, string | null>>;
/** `opened` holds the decrypted secrets from the store; `session` those that exist only in memory. */
type Memory = {
  readonly opened: Secrets;
  readonly session: Secrets;
  readonly unreadable: boolean;
  readonly locked: boolean;
};

const noSecrets: Secrets = { apiKey: null, apiSecret: null };
const nothingRemembered: Memory = { opened: noSecrets, session: noSecrets, unreadable: false, locked: false };

/** Each of the four variables overrides the saved value; an empty one counts as unset. */
const fromEnvironment = (environment: AccountStoreDependencies['environment']) => {
  const variable = (name: string) => environment[name]?.trim() || null;
  return {
    appId: variable('VOUCH_APP_ID'),
    baseUrl: variable('VOUCH_BASE_URL'),
    apiKey: variable('VOUCH_API_KEY'),
    apiSecret: variable('VOUCH_API_SECRET'),
  };
};

/** If a secret cannot be decrypted, the user is asked for it again; this is not a failure. */
export const decryptOrNull = async (
  cipher: SecretCipher,
  sealed: string | null,
): Promise<string | typeof locked | null> => {
  if (sealed === null) return null;
  try {
    return await cipher.decrypt(sealed);
  } catch {
    return null;
  }
};

/** Null if the key store refuses: the secret then stays in memory until Vouch ends. */
export const encryptOrNull = async (cipher: SecretCipher, secret: string | null): Promise<string | null> => {
  if (secret === null) return null;
  try {
    return await cipher.encrypt(secret);
  } catch {
    return null;
  }
};

/**
 * Encrypts a secret again if the key store has a new key. Returns the old one on failure, because it still
 * decrypts.
 */
const reEncrypted = async (
  cipher: SecretCipher,
  sealed: string | null,
  secret: string | null,
): Promise<string | null> => {
  if (sealed === null || secret === null) return sealed;
  try {
    return (await cipher.reEncrypt?.(sealed, secret)) ?? sealed;
  } catch {
    return sealed;
  }
};

/** Whether an encrypted secret may be written. */
export const mayStayOnDisk = async (cipher: SecretCipher, keepUnprotected: boolean): Promise<boolean> => {
  const protection = await cipher.protection();
  return protection === 'sealed' || (protection === 'unprotected' && keepUnprotected);
};

const openKept = async (store: KeyValueStore, cipher: SecretCipher): Promise<Memory> => {
  const kept = readKept(store);
  const apiKey = await decryptOrNull(cipher, kept.apiKey);
  const apiSecret = apiKey === locked ? locked : await decryptOrNull(cipher, kept.apiSecret);
  if (apiKey === locked || apiSecret === locked) return { ...nothingRemembered, locked: true };
  const renewed = {
    apiKey: await reEncrypted(cipher, kept.apiKey, apiKey),
    apiSecret: await reEncrypted(cipher, kept.apiSecret, apiSecret),
  };
  const isSame = (one: typeof renewed, other: typeof renewed): boolean =>
    one.apiKey === other.apiKey && one.apiSecret === other.apiSecret;
  // The user may have removed or replaced the secrets meanwhile: their change takes precedence.
  const now = readKept(store);
  if (!isSame(renewed, kept) && isSame(now, kept)) writeKept(store, { ...now, ...renewed });
  return {
    opened: { apiKey, apiSecret },
    session: noSecrets,
    locked: false,
    unreadable: (kept.apiKey !== null && apiKey === null) || (kept.apiSecret !== null && apiSecret === null),
  };
};

/**
 * The user's account. A secret leaves this object only as an account for signing. No status contains it, and
 * printing a returned object does not show it.
 */
export const createAccountStore = ({
  store,
  cipher,
  environment,
  checkBaseUrl,
}: AccountStoreDependencies): AccountStore => {
  const given = fromEnvironment(environment);
  const secretsGiven = given.apiKey !== null && given.apiSecret !== null;
  let memory: Promise<Memory> | null = null;

  // The key store may ask the user for a password, so it is opened once, and only when needed.
  const remembered = (): Promise<Memory> => {
    memory ??= secretsGiven
      ? Promise.resolve(nothingRemembered)
      : openKept(store, cipher).then((opened) => {
          // Once the user has unlocked the key store, the next question finds the secrets.
          if (opened.locked) memory = null;
          return opened;
        });
    return memory;
  };

  const current = async () => {
    const kept = readKept(store);
    const { opened, session, unreadable, locked: isLocked } = await remembered();
    return {
      appId: given.appId ?? kept.appId,
      baseUrl: given.baseUrl ?? kept.baseUrl,
      apiKey: given.apiKey ?? session.apiKey ?? opened.apiKey,
      apiSecret: given.apiSecret ?? session.apiSecret ?? opened.apiSecret,
      opened,
      session,
      unreadable,
      locked: isLocked,
    };
  };

  const keptAs = (
    { opened, session }: Pick<Memory, 'opened' | 'session'>,
    protection: Protection,
  ): AccountStatus['kept'] => {
    if (secretsGiven) return 'environment';
    if (session.apiKey !== null || session.apiSecret !== null) return 'session';
    if (opened.apiKey === null && opened.apiSecret === null) return 'none';
    return protection === 'unprotected' ? 'unprotected' : 'sealed';
  };

  const accountOf = ({ appId, baseUrl, apiKey, apiSecret }: Awaited<ReturnType<typeof current>>) =>
    appId === '' || baseUrl === '' || apiKey === null || apiSecret === null
      ? null
      : createAccount({ appId, baseUrl, apiKey, apiSecret });

  const status = async (): Promise<AccountStatus> => {
    const now = await current();
    const baseUrlFailure = now.baseUrl === '' ? null : checkBaseUrl(now.baseUrl);
    const protection = await cipher.protection();
    return {
      appId: now.appId,
      baseUrl: now.baseUrl,
      hasApiKey: now.apiKey !== null,
      hasApiSecret: now.apiSecret !== null,
      kept: keptAs(now, protection),
      protection,
      ready: accountOf(now) !== null && baseUrlFailure === null,
      baseUrlFailure,
      unreadable: now.unreadable,
      locked: now.locked,
    };
  };

  const save = async (input: AccountInput): Promise<AccountStatus> => {
    const { appId, baseUrl, apiKey, apiSecret, keepUnprotected } = accountInputSchema.parse(input);
    // The environment may have made decryption unnecessary until now; saving must not lose the encrypted
    // values.
    const before = secretsGiven ? await openKept(store, cipher) : await remembered();
    const secrets: Secrets = {
      apiKey: apiKey ?? before.session.apiKey ?? before.opened.apiKey,
      apiSecret: apiSecret ?? before.session.apiSecret ?? before.opened.apiSecret,
    };
    const onDisk = await mayStayOnDisk(cipher, keepUnprotected);
    const sealed = {
      apiKey: onDisk ? await encryptOrNull(cipher, secrets.apiKey) : null,
      apiSecret: onDisk ? await encryptOrNull(cipher, secrets.apiSecret) : null,
    };
    // A secret that cannot be decrypted now may work again when the key store is back, so it is kept until
    // replaced.
    const stays = onDisk || before.locked;
    const unopened = (name: SecretName) => (stays && secrets[name] === null ? readKept(store)[name] : null);
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
      locked: before.locked && (secrets.apiKey === null || secrets.apiSecret === null),
      unreadable: before.unreadable && (secrets.apiKey === null || secrets.apiSecret === null),
    });
    return status();
  };

  const clear = async (): Promise<AccountStatus> => {
    deleteKept(store);
    memory = Promise.resolve(nothingRemembered);
    return status();
  };

  // One change at a time: two parallel saves must not combine one's key with the other's secret.
  const turn = createTurn();

  return {
    status,
    save: (input) => turn.run(() => save(input)),
    clear: () => turn.run(clear),
    account: async () => accountOf(await current()),
  };
};
