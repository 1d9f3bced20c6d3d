import type { Problem } from '../../../shared/contract/commands.ts';
import { booksProblemTexts } from '../../../shared/texts/books-problems.ts';
import type { HandedFault } from './handed-file.ts';

/** Why a command of the books was refused. */
export const booksProblem = (id: keyof typeof booksProblemTexts): Problem => ({
  id,
  ...booksProblemTexts[id],
});

export const handedProblem = (fault: HandedFault): Problem => booksProblem(`handed-${fault}`);
