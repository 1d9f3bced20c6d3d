/** A mail of a mailbox, as its server names it. */
export type SeenMail = {
  /** The user and the host. */
  readonly mailbox: string;
  readonly folder: string;
  /** The folder's UIDVALIDITY. */
  readonly validity: string;
  readonly uid: number;
  /** The Message-ID as stated, or empty. */
  readonly message: string;
  /** Its length as stated. */
  readonly bytes: number;
};
