import { describeSeal } from '../../texts/seals.ts';
import type { Seal } from '../extraction.ts';
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
