import { describe, expect, test } from 'vitest';
import { createMailboxStore, mailboxFrom } from '../../../../electron/credentials/mailbox-store.ts';
import { locked, type Protection, type SecretCipher } from '../../../../electron/credentials/host.ts';

const place = { host: 'imap.example', port: 993, user: 'anna' };
const secret = 'open sesame';

const cipherOf = (protection: Protection, isLocked = false): SecretCipher => ({
  protection: () => Promise.resolve(protection),
  encrypt: (text) => Promise.resolve(`sealed:${Buffer.from(text).toString('base64')}`),
  decrypt: (text) =>
    Promise.resolve(isLocked ? locked : Buffer.from(text.slice(7), 'base64').toString('utf8')),
});

const opened = (kept = new Map<string, unknown>(), cipher = cipherOf('sealed'), environment = {}) => ({
  kept,
  mailbox: createMailboxStore(
    {
      get: (key) => kept.get(key),
      set: (key, value) => void kept.set(key, value),
      delete: (key) => void kept.delete(key),
    },
    cipher,
    environment,
  ),
});

describe('a mailbox', () => {
  test('is kept with a sealed password, which no status shows', async () => {
    const { kept, mailbox } = opened();
    const saved = await mailbox.save({ ...place, password: secret });
    expect(saved).toMatchObject({ ...place, hasPassword: true, kept: 'sealed' });
    expect(JSON.stringify([saved, ...kept.values()])).not.toContain(secret);
    const again = opened(kept).mailbox;
    expect(await again.login()).toEqual({ ...place, password: secret });
    expect(await again.clear()).toMatchObject({ hasPassword: false, kept: 'none' });
    expect(await again.login()).toBeNull();
    expect([...kept.values()]).toEqual([]);
  });

  test.each([
    { ...place, host: 'imap.evil.example' },
    { ...place, port: 1993 },
    { ...place, user: 'otto' },
  ])('never sends its password elsewhere: %o', async (other) => {
    const { mailbox } = opened();
    await mailbox.save({ ...place, password: secret });
    expect(await mailbox.save(other)).toBeNull();
    expect(await mailbox.login()).toEqual({ ...place, password: secret });
    expect(await mailbox.save({ ...other, password: 'new' })).toMatchObject(other);
    expect(await mailbox.login()).toEqual({ ...other, password: 'new' });
  });

  test('keeps its password where only something else is saved', async () => {
    const { mailbox } = opened();
    await mailbox.save({ ...place, password: secret });
    expect(await mailbox.save(place)).toMatchObject({ hasPassword: true });
    expect(await mailbox.login()).toMatchObject({ password: secret });
  });

  test('stays in memory without a key store, or one that protects nothing unless the user says so', async () => {
    for (const protection of ['session', 'unprotected'] as const) {
      const { kept, mailbox } = opened(new Map(), cipherOf(protection));
      expect(await mailbox.save({ ...place, password: secret })).toMatchObject({ kept: 'session' });
      expect(JSON.stringify([...kept.values()])).not.toContain('sealed:');
      expect(await mailbox.login()).toMatchObject({ password: secret });
    }
    const { mailbox } = opened(new Map(), cipherOf('unprotected'));
    expect(await mailbox.save({ ...place, password: secret, keepUnprotected: true })).toMatchObject({
      kept: 'unprotected',
    });
  });

  test('waits while the key store is locked, and is not lost', async () => {
    const { kept, mailbox } = opened();
    await mailbox.save({ ...place, password: secret });
    const waiting = opened(kept, cipherOf('sealed', true)).mailbox;
    expect(await waiting.status()).toMatchObject({ locked: true });
    expect(await waiting.login()).toBeNull();
    await waiting.save(place);
    expect(await opened(kept).mailbox.login()).toMatchObject({ password: secret });
  });

  test('of the environment comes first, and only as a whole', async () => {
    const environment = {
      VOUCH_MAIL_HOST: 'mail.office.example:1993',
      VOUCH_MAIL_USER: 'bills',
      VOUCH_MAIL_PASSWORD: secret,
    };
    const login = { host: 'mail.office.example', port: 1993, user: 'bills', password: secret };
    expect(await opened(new Map(), cipherOf('session'), environment).mailbox.login()).toEqual(login);
    expect(mailboxFrom({ ...environment, VOUCH_MAIL_PASSWORD: '' })).toBeNull();
    expect(mailboxFrom({ ...environment, VOUCH_MAIL_HOST: 'https://mail.example' })).toBeNull();
    expect(mailboxFrom({ ...environment, VOUCH_MAIL_HOST: '[::1]' })).toMatchObject({
      host: '::1',
      port: 993,
    });
  });
});
