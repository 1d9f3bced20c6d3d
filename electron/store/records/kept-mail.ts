import { z } from 'zod';
import { sha256Of } from '../../infra/bytes.ts';
import type { SeenMail } from './seen-mail.ts';

export const keptMailSchema = z.object({
  /** The name of the file. */
  name: z.string().regex(/^[^/\\\0]{1,200}\.eml$/u),
  mail: z.object({
    mailbox: z.string(),
    folder: z.string(),
    validity: z.string(),
    uid: z.int(),
    message: z.string(),
    bytes: z.int(),
  }),
});

/** A mail that was fetched. */
export type KeptMail = z.infer<typeof keptMailSchema>;

/** Mails that were fetched and are not in the list yet. They are kept, so that none is fetched twice. */
export type KeptMails = {
  readonly all: () => Promise<readonly KeptMail[]>;
  /** Null if it is gone, or larger than a mail may be. @throws if the disk fails */
  readonly bytesOf: (mail: KeptMail) => Promise<Buffer | null>;
  /** @throws if the disk fails */
  readonly keep: (name: string, mail: SeenMail, bytes: Buffer) => Promise<KeptMail>;
  readonly drop: (mail: SeenMail) => Promise<void>;
};

/** Mails of a mailbox that nobody reads any more are deleted after this time. */
export const mailKeptDays = 90;

/** The name under which a mail is kept. */
export const keyOfMail = ({ mailbox, folder, validity, uid }: SeenMail): string =>
  sha256Of(Buffer.from(JSON.stringify([mailbox, folder, validity, uid])));

/** Null for a text that no process has written under this key. */
export const keptMailIn = (text: string, key: string): KeptMail | null => {
  try {
    const found = keptMailSchema.parse(JSON.parse(text));
    return keyOfMail(found.mail) === key ? found : null;
  } catch {
    return null;
  }
};
