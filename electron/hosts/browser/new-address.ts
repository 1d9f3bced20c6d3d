import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/**
 * An address works once, so a user who closed the tab needs a new one: Enter in the terminal prints it. Only for an
 * interactive terminal; a program that starts Vouch gets one line only.
 */
export const onEnter = (input: Readable & { readonly isTTY?: boolean }, giveAddress: () => void): void => {
  if (input.isTTY !== true) return;
  createInterface({ input }).on('line', giveAddress);
};
