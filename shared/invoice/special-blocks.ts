import type { SpecialBlock, SpecialValue } from './extraction.ts';

const idName =
  /^(?:[a-z]*valid)?(?:[a-z]*(?:buyer|seller|patient|owner|farmer))?id(?:entity|entification)?(?:card)?(?:no|num|number|code)?$|身份证|证件号|passport|护照/u;
/** A resident's id number: region, date of birth, ordinal and check digit. */
const residentId = /^\d{6}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx]$/u;

/** Whether a value of a special block identifies a person: it is masked where it is shown, and not exported. */
export const isPersonalId = ({ name, value }: SpecialValue): boolean =>
  residentId.test(value.trim()) || idName.test(name.toLowerCase().replaceAll(/[-_]/gu, ''));

/** The blocks without id numbers of persons, as they are exported. */
export const withoutPersonalIds = (blocks: readonly SpecialBlock[]): readonly SpecialBlock[] =>
  blocks.flatMap(({ name, values }) => {
    const kept = values.filter((value) => !isPersonalId(value));
    return kept.length === 0 ? [] : [{ name, values: kept }];
  });

const pathStart = 'special.';

/** The path of a value of a special block. It contains the element's name, so that its origin can be identified. */
export const specialPath = (block: number, value: number, name: string): string =>
  `${pathStart}${block}.${value}.${name}`;

/** Whether an origin belongs to a value that identifies a person. */
export const isPersonalOrigin = (path: string, raw: string): boolean =>
  path.startsWith(pathStart) && isPersonalId({ name: path.split('.').slice(3).join('.'), value: raw });
