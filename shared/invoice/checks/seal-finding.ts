import { describeSeal } from '../../texts/seals.ts';
import type { Seal, SealState } from '../extraction.ts';
import type { Finding } from '../finding.ts';
import type { CheckLevel } from '../model.ts';
import { outcome } from './outcome.ts';

/** A changed file is an error; one that can't be checked is a note, for most files are signed in ways nobody can check. */
const levels: Readonly<Record<SealState, CheckLevel>> = {
  unchanged: 'ok',
  unchecked: 'info',
  changed: 'error',
};

/** What the signatures of a digital invoice's file say. */
export const sealFinding = (seal: Seal): Finding =>
  outcome(`seal-${seal.state}`, levels[seal.state], [], {
    zh: describeSeal(seal, 'zh'),
    en: describeSeal(seal, 'en'),
  });
