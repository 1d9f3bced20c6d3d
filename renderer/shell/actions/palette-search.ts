import { actionsOf, type MenuEntry, type MenuId } from '../../../shared/contract/menu.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import type { Bilingual } from '../../../shared/language.ts';
import { furtherWords, menuTexts } from '../../../shared/texts/menu.ts';

/** The first character of each pinyin initial in the order of the pinyin collation. */
const firstOfInitial =
  '阿a 八b 嚓c 哒d 妸e 发f 旮g 哈h 讥j 咔k 垃l 妈m 拏n 噢o 妑p 七q 呥r 扨s 它t 穵w 夕x 丫y 帀z'.split(' ');
const byPinyin = new Intl.Collator('zh-Hans-u-co-pinyin');

/** Characters with a second reading in words of an accountant's desk: 重新, 单行, 调用, 参数, 还原. */
const secondReading: Readonly<Record<string, string>> = {
  重: 'cz',
  行: 'hx',
  长: 'cz',
  调: 'dt',
  还: 'hx',
  参: 'cs',
  单: 'ds',
};

/** The possible pinyin initials of a character; the character itself if it is no Chinese one. */
const initialsOf = (character: string): string => {
  const second = secondReading[character];
  if (second) return second;
  if (!/\p{Script=Han}/u.test(character)) return character.toLowerCase();
  return (
    firstOfInitial.findLast((first) => byPinyin.compare(first.charAt(0), character) <= 0)?.charAt(1) ?? ''
  );
};

const isLetterOrDigit = /[\p{L}\p{N}]/u;

/** Whether the letters are pinyin initials of neighbouring characters, and where: null if they are not. */
const initialsAt = (text: string, letters: string): number | null => {
  const initials = Array.from(text)
    .filter((character) => isLetterOrDigit.test(character))
    .map(initialsOf);
  const starts = initials.map((_, at) => at);
  return (
    starts.find((at) =>
      Array.from(letters).every((letter, index) => initials[at + index]?.includes(letter) ?? false),
    ) ?? null
  );
};

/** Fits a text: 0 at its start, 1 at the start of a word, 2 within; null if it does not. */
const rank = (name: Bilingual, typed: string): number | null => {
  const words = typed.split(/\s+/);
  const zh = name.zh.toLowerCase();
  const english = name.en.toLowerCase();
  const ranks: number[] = [];
  if (english.startsWith(typed) || zh.startsWith(typed)) ranks.push(0);
  if (words.every((word) => ` ${english}`.includes(` ${word}`))) ranks.push(1);
  if (zh.includes(typed) || english.includes(typed)) ranks.push(2);
  const initials = initialsAt(zh, words.join(''));
  if (initials !== null) ranks.push(initials === 0 ? 0 : 2);
  return ranks.length > 0 ? Math.min(...ranks) : null;
};

/** The ranks of names come before those of what else an action leads to. */
const furtherRank = 3;

const fitOf = (id: MenuId, typed: string): number | null => {
  const own = rank(menuTexts[id], typed);
  const { zh, en } = furtherWords[id] ?? { zh: '', en: '' };
  const english = en.split(',');
  const isFurther = zh
    .split(',')
    .some((word, index) => word !== '' && rank({ zh: word, en: english[index] ?? '' }, typed) !== null);
  return own ?? (isFurther ? furtherRank : null);
};

/**
 * The actions of a workspace whose name contains the typed text: Chinese, English words, or pinyin initials
 * (`scpz` for 生成凭证), or that lead to what is typed. The best fit stands first; without a text all actions, in the order of the menus.
 */
export const findActions = (service: ServiceId, text: string): readonly MenuEntry[] => {
  const typed = text.trim().toLowerCase();
  const all = actionsOf(service).filter(({ id }) => id !== 'palette');
  if (typed === '') return all;
  return all
    .map((entry) => ({ entry, fit: fitOf(entry.id, typed) }))
    .filter(({ fit }) => fit !== null)
    .toSorted((a, b) => (a.fit ?? 0) - (b.fit ?? 0))
    .map(({ entry }) => entry);
};
