import { describeSeal, otherFileSeal } from '../../texts/seals.ts';
import type { ReaderId, Seal } from '../extraction.ts';
import type { Finding } from '../finding.ts';
import type { CheckLevel } from '../model.ts';
import { sealSigner } from '../signer.ts';
import { outcome } from './outcome.ts';

/**
 * A changed file is an error. An unverifiable one is a note, because most files use signatures that cannot be
 * verified; so is an unchanged one whose signer is unknown, because anybody can make such a seal.
 */
const levelOf = (seal: Seal): CheckLevel => {
  if (seal.state === 'changed') return 'error';
  return seal.state === 'unchanged' && sealSigner(seal) === 'known' ? 'ok' : 'info';
};

/** Reports the state of the signatures of a digital invoice's file. */
export const sealFinding = (seal: Seal): Finding =>
  outcome(`seal-${seal.state}`, levelOf(seal), [], {
    zh: describeSeal(seal, 'zh'),
    en: describeSeal(seal, 'en'),
  });

/** The changed seal of a file whose values are not shown: they are compared with the shown ones all the same. */
export const otherSealFinding = (reader: ReaderId, seal: Seal): Finding | null =>
  seal.state === 'changed'
    ? outcome(
        'rendition-seal-changed',
        'error',
        [],
        otherFileSeal(reader, { zh: describeSeal(seal, 'zh'), en: describeSeal(seal, 'en') }),
      )
    : null;
