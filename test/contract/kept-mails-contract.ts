import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { KeptMails } from '../../electron/store/records/kept-mail.ts';

export const seen = {
  mailbox: 'anna@a:993',
  folder: 'INBOX',
  validity: '7',
  uid: 1,
  message: '<m>',
  bytes: 9,
};

type Opened = {
  readonly kept: KeptMails;
  /** Makes all that is kept older. */
  readonly age: (days: number) => Promise<unknown>;
};

/** Mails that were fetched, wherever they are kept. */
export const keptMailsContract = (name: string, opened: () => Promise<Opened>): void => {
  describe(`${name}: fetched mails`, () => {
    test('are whole whatever their size, replaced, and dropped', async () => {
      const { kept } = await opened();
      const [small, large] = [Buffer.from('mail'), randomBytes(9_000_001)];
      const first = await kept.keep('a.eml', seen, large);
      expect(await kept.all()).toEqual([{ name: 'a.eml', mail: seen }]);
      expect((await kept.bytesOf(first))?.equals(large)).toBe(true);
      const again = await kept.keep('b.eml', seen, small);
      expect(await kept.bytesOf(again)).toEqual(small);
      const second = await kept.keep('c.eml', { ...seen, uid: 2 }, Buffer.alloc(0));
      expect(await kept.bytesOf(second)).toEqual(Buffer.alloc(0));
      expect(await kept.all()).toEqual([again, second]);
      await kept.drop(seen);
      expect(await kept.bytesOf(again)).toBeNull();
      expect(await kept.all()).toEqual([second]);
    });

    test('are deleted 90 days after they were kept last', async () => {
      const { kept, age } = await opened();
      const one = await kept.keep('a.eml', seen, Buffer.from('one'));
      const other = await kept.keep('b.eml', { ...seen, uid: 2 }, Buffer.from('other'));
      await age(89);
      expect(await kept.all()).toHaveLength(2);
      await kept.keep('b.eml', other.mail, Buffer.from('other'));
      await age(2);
      expect(await kept.all()).toEqual([other]);
      expect(await kept.bytesOf(one)).toBeNull();
      await age(89);
      expect(await kept.all()).toEqual([]);
    });
  });
};
