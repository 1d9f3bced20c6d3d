import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/**
 * An address works once, so a user who has closed the tab can't come back: Enter in the terminal prints a new
 * one. Only for an interactive terminal; a program that starts Vouch gets one line only.
 */
export const onEnter = (input: Readable & { readonly isTTY?: boolean }, giveAddress: () => void): void => {
  if (input.isTTY !== true) return;
  createInterface({ input }).on('line', giveAddress);
};
