import { isElementKey, type ElementKey } from '../../shared/services/elements.ts';
import { elementNames } from '../../shared/texts/names.ts';

/** Every documented element of an invoice. */
export const elementKeys: readonly ElementKey[] = Object.keys(elementNames).filter(isElementKey);
