import { z } from 'zod';
import type { ReadStore, WriteStore } from '../port.ts';
import { all, change, first, type StepsOf } from './steps.ts';

const uidRow = z.object({ uid: z.int() });

export const mailReads = {
  *knownMails(mailbox, folder, validity) {
    const rows = yield* all(
      `SELECT uid FROM mails WHERE mailbox = $1 AND folder = $2 AND validity = $3 AND state <> 'reserved'`,
      mailbox,
      folder,
      validity,
    );
    return rows.map((row) => uidRow.parse(row).uid);
  },
} satisfies StepsOf<Pick<ReadStore, 'knownMails'>>;

/**
 * Anybody can send a mail with the id of another one. So an id counts only where the UIDs of a folder started over, and
 * only with the same length.
 */
const selectEarlier = `
  SELECT 1 AS one FROM mails WHERE mailbox = $1 AND folder = $2 AND message = $3 AND bytes = $4
    AND validity <> $5 AND state = 'taken' LIMIT 1`;

const insertMail = `
  INSERT INTO mails (mailbox, folder, validity, uid, message, bytes, state, at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (mailbox, folder, validity, uid) DO UPDATE SET at = excluded.at
    WHERE mails.state = 'reserved' AND mails.at < $9`;

export const mailWrites = (now: () => Date) =>
  ({
    *reserveMail({ mailbox, folder, validity, uid, message, bytes }, staleBefore) {
      const earlier =
        message === '' ? undefined : yield* first(selectEarlier, mailbox, folder, message, bytes, validity);
      const state = earlier === undefined ? 'reserved' : 'left';
      const at = now().toISOString();
      const changed = yield* change(
        insertMail,
        mailbox,
        folder,
        validity,
        uid,
        message,
        bytes,
        state,
        at,
        staleBefore,
      );
      return changed > 0 && state === 'reserved';
    },
    *settleMail({ mailbox, folder, validity, uid }, state) {
      yield* change(
        'UPDATE mails SET state = $5, at = $6 WHERE mailbox = $1 AND folder = $2 AND validity = $3 AND uid = $4',
        mailbox,
        folder,
        validity,
        uid,
        state,
        now().toISOString(),
      );
    },
  }) satisfies StepsOf<Pick<WriteStore, 'reserveMail' | 'settleMail'>>;
