import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/**
 * Someone who has closed the tab has no way back, since an address works once: Enter in the terminal gives a new one.
 * Only where a person sits at the input; a program that starts Vouch sees one line and no other.
 */
export const onEnter = (input: Readable & { readonly isTTY?: boolean }, giveAddress: () => void): void => {
  if (input.isTTY !== true) return;
  createInterface({ input }).on('line', giveAddress);
};
