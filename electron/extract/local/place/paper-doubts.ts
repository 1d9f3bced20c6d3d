import { paperKeys, type Paper, type PaperKey } from '../../../../shared/invoice/paper.ts';
import type { FoundPaper } from '../../document/page-text/papers.ts';
import type { ReadPicture } from '../read-lines.ts';
import { scoreOfDoubt, scoreOfGlyphs } from './scan-notes.ts';
import type { ScanPage } from './scan-glyphs.ts';

const kinds = { number: 'text', date: 'date', amount: 'money', payer: 'text', payee: 'text' } as const;

/** How the name of a company, an office or a shop ends, with a place or form in brackets. */
const ending =
  /(?:公司|集团|中心|合伙|商行|农场|政府|银行|[厂店部室所院局处队站馆社会行园场户学校宾铺坊城])(?:[（(][^（()）]*[）)])?$/u;
/** A person has a short name; people of other nations write theirs with a dot or in letters. */
const person = /^(?:\p{Script=Han}{2,4}|[\p{L}· .]*[·\p{Script=Latin}][\p{L}· .]*)$/u;

const countOf = (text: string, pattern: RegExp): number => (text.match(pattern) ?? []).length;

/** A name that has lost a part: the row below may go on with it. */
const isCut = (name: string): boolean =>
  countOf(name, /[(（]/gu) !== countOf(name, /[)）]/gu) || (!ending.test(name) && !person.test(name));

const isCutIn = (paper: Paper, key: PaperKey): boolean =>
  (key === 'payer' || key === 'payee') && isCut(paper[key] ?? '');

/**
 * The scores of a paper's values on a picture, 0 to 1. They are low, too, for what can't be whole, and for all of a coarse
 * picture.
 */
export const scoresOn = (
  { paper, sources }: FoundPaper,
  page: ScanPage,
  { isCoarse }: Pick<ReadPicture, 'isCoarse'>,
): Partial<Record<PaperKey, number>> =>
  Object.fromEntries(
    paperKeys.flatMap((key) => {
      const [text, glyphs] = [paper[key], sources[key]];
      if (text === null || !glyphs) return [];
      const most = isCoarse || isCutIn(paper, key) ? scoreOfDoubt : 1;
      const score = scoreOfGlyphs({ text, glyphs }, kinds[key], page);
      return [[key, Math.min(most, score ?? 1)]];
    }),
  );
