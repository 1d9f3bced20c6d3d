import { z } from 'zod';
import { type Command, done, nothing } from './command.ts';

/** How the user has arranged the window, by the keys of the browser's storage. No key of a secret is among them. */
export const viewKeys = [
  'batch-view',
  'batch-views',
  'density',
  'picture-look',
  'width.list',
  'width.vat-invoice',
  'width.face-detect',
] as const;
export type ViewKey = (typeof viewKeys)[number];

/** Fifty named views of the table are a tenth of this. */
export const windowViewSchema = z.partialRecord(z.enum(viewKeys), z.string().max(1_000_000));
export type WindowView = z.infer<typeof windowViewSchema>;
/** Null forgets a value. */
const viewChangeSchema = z.partialRecord(z.enum(viewKeys), z.string().max(1_000_000).nullable());

/**
 * A browser keeps these for the address of a page only: the port may change, and the desktop's window keeps nothing.
 * An office has one address.
 */
export const windowViewCommandSchemas = {
  'app.view': { ledger: 'none', audit: 'nothing', input: nothing, output: windowViewSchema },
  /** Keeps what has changed. */
  'app.keepView': { ledger: 'none', audit: 'nothing', input: viewChangeSchema, output: done },
} as const satisfies Record<string, Command>;
