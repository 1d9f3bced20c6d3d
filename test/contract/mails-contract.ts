import { describe, expect, test } from 'vitest';
import type { Store } from '../../electron/store/port.ts';
import type { SeenMail } from '../../electron/store/records/seen-mail.ts';

const mail = (uid: number, over: Partial<SeenMail> = {}): SeenMail => ({
  mailbox: 'anna@mail.example',
  folder: 'INBOX',
  validity: '7',
  uid,
  message: `<m${uid}@example.com>`,
  bytes: 100 + uid,
  ...over,
});

const [long, soon] = ['1999-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z'];

const reserve = (store: Store, one: SeenMail, staleBefore = long): Promise<boolean> =>
  store.transact((unit) => unit.reserveMail(one, staleBefore));
const known = (store: Store, validity = '7') => store.knownMails('anna@mail.example', 'INBOX', validity);

/** Mails of a mailbox, for every engine. */
export const mailsContract = (name: string, opened: () => Promise<{ readonly store: Store }>): void => {
  describe(`${name}: mails of a mailbox`, () => {
    test('are reserved by one, and known once they are settled', async () => {
      const { store } = await opened();
      expect(await reserve(store, mail(1))).toBe(true);
      expect(await reserve(store, mail(1))).toBe(false);
      expect(await known(store)).toEqual([]);
      // What a process reserved that ended is taken again.
      expect(await reserve(store, mail(1), soon)).toBe(true);
      await store.transact((unit) => unit.settleMail(mail(1), 'taken'));
      expect(await reserve(store, mail(1), soon)).toBe(false);
      expect(await known(store)).toEqual([1]);
      expect(await reserve(store, mail(1, { folder: 'Bills' }))).toBe(true);
      expect(await reserve(store, mail(1, { mailbox: 'otto@mail.example' }))).toBe(true);
    });

    test('are known by their ids where the UIDs of a folder start over, and only there', async () => {
      const { store } = await opened();
      await reserve(store, mail(1));
      await store.transact((unit) => unit.settleMail(mail(1), 'taken'));
      const again = mail(40, { validity: '8', message: '<m1@example.com>', bytes: 101 });
      expect(await reserve(store, again)).toBe(false);
      expect(await known(store, '8')).toEqual([40]);
      // Anybody can send a mail with the id of another one.
      expect(await reserve(store, mail(2, { message: '<m1@example.com>', bytes: 101 }))).toBe(true);
      expect(await reserve(store, { ...again, uid: 41, bytes: 5000 })).toBe(true);
      expect(await reserve(store, mail(42, { validity: '9', message: '', bytes: 101 }))).toBe(true);
    });
  });
};
