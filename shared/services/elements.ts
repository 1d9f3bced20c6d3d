import { elementNames } from '../texts/names.ts';

export type ElementKey = keyof typeof elementNames;

export const isElementKey = (value: string): value is ElementKey => Object.hasOwn(elementNames, value);
