import { describeSeal } from '../../texts/seals.ts';
import type { Seal, SealState } from '../extraction.ts';
import type { Finding } from '../finding.ts';
import type { CheckLevel } from '../model.ts';
import { outcome } from './outcome.ts';

/**
 * A changed file is an error. An unverifiable one is a note, because most files use signatures that cannot be
 * verified.
 */
const levels: Readonly<Record<SealState, CheckLevel>> = {
  unchanged: 'ok',
  unchecked: 'info',
  changed: 'error',
};

/** Reports the state of the signatures of a digital invoice's file. */
export const sealFinding = (seal: Seal): Finding =>
  outcome(`seal-${seal.state}`, levels[seal.state], [], {
    zh: describeSeal(seal, 'zh'),
    en: describeSeal(seal, 'en'),
  });
