import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  createAccountStore,
  type AccountStore,
  type AccountStoreDependencies,
} from '../../../../electron/credentials/account-store.ts';
import { locked } from '../../../../electron/credentials/host.ts';
import { createAccount } from '../../../../electron/infra/account.ts';
import { accountStatusSchema } from '../../../../shared/contract/account.ts';
import { memoryStore, reversibleCipher } from './memory-store.ts';

const apiKey = 'key-0123456789abcdef0123456789ab';
const apiSecret = 'secret-fedcba9876543210fedcba98';
const entered = { appId: 'app-1', baseUrl: 'https://api.example.com', apiKey, apiSecret };

const refused = { message: { zh: '不行', en: 'Not this one' }, remedy: null };

/** An account's members; copying it leaves the secrets out. */
const members = (account: Awaited<ReturnType<AccountStore['account']>>) =>
  account && { ...account, apiKey: account.apiKey, apiSecret: account.apiSecret };

const harness = (changes: Partial<AccountStoreDependencies> = {}, start: Record<string, unknown> = {}) => {
  const { store, onDisk } = memoryStore(start);
  const dependencies: AccountStoreDependencies = {
    store,
    cipher: reversibleCipher(),
    environment: {},
    checkBaseUrl: (baseUrl) => (baseUrl.startsWith('https://') ? null : refused),
    ...changes,
  };
  return { accountStore: createAccountStore(dependencies), dependencies, onDisk };
};

describe('saving an account', () => {
  it('starts empty and not ready', async () => {
    const { accountStore } = harness();
    expect(await accountStore.status()).toEqual({
      appId: '',
      baseUrl: '',
      hasApiKey: false,
      hasApiSecret: false,
      kept: 'none',
      protection: 'sealed',
      ready: false,
      baseUrlFailure: null,
      unreadable: false,
      locked: false,
    });
    expect(await accountStore.account()).toBeNull();
  });

  it('saves key and secret encrypted and loads them after a restart', async () => {
    const { accountStore, dependencies, onDisk } = harness();
    const status = await accountStore.save(entered);
    expect(status).toMatchObject({ kept: 'sealed', ready: true, hasApiKey: true, hasApiSecret: true });
    expect(onDisk()).not.toContain(apiKey);
    expect(onDisk()).not.toContain(apiSecret);
    const later = createAccountStore(dependencies);
    expect(await later.status()).toEqual(status);
    expect(members(await later.account())).toEqual(entered);
  });

  it('keeps the saved secret if none is entered', async () => {
    const { accountStore } = harness();
    await accountStore.save(entered);
    await accountStore.save({ appId: 'app-2', baseUrl: 'https://other.example.com' });
    expect(members(await accountStore.account())).toEqual({
      ...entered,
      appId: 'app-2',
      baseUrl: 'https://other.example.com',
    });
  });

  it('is not ready if calls to the base URL are not allowed', async () => {
    const { accountStore } = harness();
    const status = await accountStore.save({ ...entered, baseUrl: 'http://10.0.0.1' });
    expect(status).toMatchObject({ ready: false, hasApiSecret: true, baseUrlFailure: refused });
    // The caller checks the URL and reports the reason, instead of a missing account.
    expect(await accountStore.account()).toMatchObject({ baseUrl: 'http://10.0.0.1' });
  });

  it('deletes everything on clear', async () => {
    const { accountStore, dependencies, onDisk } = harness();
    await accountStore.save(entered);
    expect(await accountStore.clear()).toMatchObject({ kept: 'none', appId: '', ready: false });
    expect(onDisk()).toBe('[]');
    expect(await createAccountStore(dependencies).account()).toBeNull();
  });

  it('never mixes two parallel saves', async () => {
    const { accountStore } = harness();
    await Promise.all([
      accountStore.save(entered),
      accountStore.save({ ...entered, apiKey: 'other-key', apiSecret: 'other-secret' }),
    ]);
    expect(await accountStore.account()).toMatchObject({ apiKey: 'other-key', apiSecret: 'other-secret' });
  });
});

describe('a locked key store', () => {
  const kept = { ...entered, apiKey: 'sealed-key', apiSecret: 'sealed-secret' };
  const lockable = () => {
    let isOpen = false;
    const cipher = {
      ...reversibleCipher(),
      protection: () => Promise.resolve(isOpen ? ('sealed' as const) : ('session' as const)),
      decrypt: () => Promise.resolve(isOpen ? 'opened' : locked),
    };
    return { ...harness({ cipher }, { account: kept }), unlock: () => void (isOpen = true) };
  };

  it('is told from a damaged secret, which must be entered again', async () => {
    const { accountStore, unlock } = lockable();
    expect(await accountStore.status()).toMatchObject({ locked: true, unreadable: false, ready: false });
    unlock();
    expect(await accountStore.status()).toMatchObject({ locked: false, hasApiKey: true, kept: 'sealed' });
  });

  it('keeps the encrypted secrets if something else is saved meanwhile', async () => {
    const { accountStore, onDisk } = lockable();
    await accountStore.save({ appId: 'app-2', baseUrl: entered.baseUrl });
    expect(onDisk()).toContain('app-2');
    expect(onDisk()).toContain('sealed-key');
    expect(onDisk()).toContain('sealed-secret');
  });
});

describe('a key store without protection', () => {
  it('writes no secret if only the session is available', async () => {
    const { accountStore, dependencies, onDisk } = harness({ cipher: reversibleCipher('session') });
    const status = await accountStore.save({ ...entered, keepUnprotected: true });
    expect(status).toMatchObject({ kept: 'session', ready: true });
    expect(JSON.parse(onDisk())).toEqual([
      ['account', { appId: 'app-1', baseUrl: entered.baseUrl, apiKey: null, apiSecret: null }],
    ]);
    expect(await createAccountStore(dependencies).status()).toMatchObject({ kept: 'none', appId: 'app-1' });
  });

  it('writes no secret to an unprotected store unless the user insists', async () => {
    const { accountStore, onDisk } = harness({ cipher: reversibleCipher('unprotected') });
    expect(await accountStore.save(entered)).toMatchObject({ kept: 'session', ready: true });
    expect(onDisk()).not.toContain('sealed:');
    expect(await accountStore.save({ ...entered, keepUnprotected: true })).toMatchObject({
      kept: 'unprotected',
    });
    expect(onDisk()).toContain('sealed:');
    expect(onDisk()).not.toContain(apiSecret);
  });

  it('deletes the secret from disk when the user no longer insists', async () => {
    const { accountStore, onDisk } = harness({ cipher: reversibleCipher('unprotected') });
    await accountStore.save({ ...entered, keepUnprotected: true });
    const status = await accountStore.save({ appId: 'app-1', baseUrl: entered.baseUrl });
    expect(status).toMatchObject({ kept: 'session', ready: true });
    expect(onDisk()).not.toContain('sealed:');
  });

  it('falls back to the session if encryption fails', async () => {
    const cipher = { ...reversibleCipher(), encrypt: () => Promise.reject(new Error('key store is locked')) };
    const { accountStore, onDisk } = harness({ cipher });
    expect(await accountStore.save(entered)).toMatchObject({ kept: 'session', ready: true });
    expect(onDisk()).not.toContain(apiSecret);
  });
});

describe('a secret that cannot be decrypted', () => {
  const start = {
    account: { appId: 'a', baseUrl: 'https://x.example', apiKey: 'sealed:1', apiSecret: '??' },
  };
  const throwing = { ...reversibleCipher(), decrypt: () => Promise.reject(new Error('another user')) };

  it.each([
    ['returns null', reversibleCipher()],
    ['throws', throwing],
  ])('is requested again when it %s', async (_, cipher) => {
    const { accountStore } = harness({ cipher }, start);
    expect(await accountStore.status()).toMatchObject({
      unreadable: true,
      ready: false,
      hasApiSecret: false,
    });
    expect(await accountStore.account()).toBeNull();
    expect(await accountStore.save(entered)).toMatchObject({ unreadable: false, ready: true });
  });

  it('stays in the store until it is replaced', async () => {
    const { accountStore, onDisk } = harness({ cipher: throwing }, start);
    await accountStore.save({ appId: 'b', baseUrl: 'https://x.example' });
    expect(onDisk()).toContain('sealed:1');
    expect(await accountStore.status()).toMatchObject({ unreadable: true, appId: 'b' });
  });

  it.each([[null], ['text'], [[]], [{ appId: 7, apiKey: {} }], [{ apiSecret: '' }]])(
    'treats a damaged record %j as missing',
    async (damaged) => {
      const { accountStore } = harness({}, { account: damaged });
      expect(await accountStore.status()).toMatchObject({ kept: 'none', ready: false, unreadable: false });
    },
  );
});

describe('the environment', () => {
  const environment = {
    VOUCH_BASE_URL: 'https://env.example.com',
    VOUCH_APP_ID: 'env-app',
    VOUCH_API_KEY: 'env-key',
    VOUCH_API_SECRET: 'env-secret',
  };

  it('overrides the saved account without opening the key store', async () => {
    const { dependencies } = harness();
    await createAccountStore(dependencies).save(entered);
    const cipher = {
      ...reversibleCipher(),
      decrypt: () => {
        throw new Error('the key store was opened');
      },
    };
    const accountStore = createAccountStore({ ...dependencies, cipher, environment });
    expect(await accountStore.status()).toMatchObject({
      kept: 'environment',
      ready: true,
      appId: 'env-app',
      unreadable: false,
      locked: false,
    });
    expect(await accountStore.account()).toMatchObject({ apiKey: 'env-key', apiSecret: 'env-secret' });
  });

  it('overrides each value separately, and an empty variable counts as unset', async () => {
    const { dependencies } = harness();
    await createAccountStore(dependencies).save(entered);
    const accountStore = createAccountStore({
      ...dependencies,
      environment: { VOUCH_APP_ID: 'env-app', VOUCH_API_SECRET: '' },
    });
    expect(members(await accountStore.account())).toEqual({ ...entered, appId: 'env-app' });
  });

  it('is never written to the store, and saving under it loses no saved value', async () => {
    const { dependencies, onDisk } = harness();
    await createAccountStore(dependencies).save(entered);
    await createAccountStore({ ...dependencies, environment }).save({
      appId: 'app-3',
      baseUrl: entered.baseUrl,
    });
    expect(onDisk()).not.toContain('env-');
    expect(members(await createAccountStore(dependencies).account())).toEqual({ ...entered, appId: 'app-3' });
  });
});

describe('secrecy', () => {
  it('shows no secret in any returned object, regardless of how it is printed', async () => {
    const { accountStore } = harness();
    const saved = await accountStore.save(entered);
    const status = await accountStore.status();
    const account = await accountStore.account();
    expect([account?.apiKey, account?.apiSecret]).toEqual([apiKey, apiSecret]);
    const prints = [
      accountStore,
      saved,
      status,
      account,
      { nested: [account] },
      { ...account },
      structuredClone(account),
      createAccount({ ...entered, baseUrl: new URL(entered.baseUrl) }),
      await accountStore.clear(),
    ].flatMap((value) => [
      JSON.stringify(value),
      inspect(value),
      inspect(value, { showHidden: true, depth: 10, getters: true }),
    ]);
    for (const print of prints) {
      expect(print).not.toContain(apiKey);
      expect(print).not.toContain(apiSecret);
    }
  });

  it('returns exactly the status of its schema', async () => {
    const { accountStore } = harness();
    const status = await accountStore.save(entered);
    expect(accountStatusSchema.strict().parse(status)).toEqual(status);
  });
});

/** A key store that encrypts every secret again. */
const rotating = (reEncrypt: () => Promise<string | null>) => {
  const cipher = reversibleCipher();
  return {
    ...cipher,
    reEncrypt: (sealed: string) => (sealed.includes('again') ? Promise.resolve(null) : reEncrypt()),
  };
};
/** A store with an encrypted account. */
const savedStore = async () => {
  const first = harness();
  await first.accountStore.save({ ...entered, keepUnprotected: false });
  return first.dependencies.store;
};

describe('a key store with a new key', () => {
  it('encrypts the secrets again', async () => {
    const store = await savedStore();
    let made = 0;
    const fresh = () => Promise.resolve(`sealed again ${(made += 1)}`);
    const { accountStore } = harness({ store, cipher: rotating(fresh) });
    expect(await accountStore.status()).toMatchObject({ ready: true, kept: 'sealed' });
    expect(store.get('account')).toEqual({
      appId: 'app-1',
      baseUrl: 'https://api.example.com',
      apiKey: 'sealed again 1',
      apiSecret: 'sealed again 2',
    });
  });

  it('keeps the old secrets on failure, and never restores removed ones', async () => {
    const store = await savedStore();
    const before = store.get('account');
    const refusing = harness({ store, cipher: rotating(() => Promise.reject(new Error('locked'))) });
    expect(await refusing.accountStore.status()).toMatchObject({ ready: true });
    expect(store.get('account')).toEqual(before);
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const slow = harness({ store, cipher: rotating(() => promise) });
    const status = slow.accountStore.status();
    await slow.accountStore.clear();
    resolve('sealed again');
    await status;
    expect(store.get('account')).toBeUndefined();
  });
});
