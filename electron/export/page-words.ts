import { unknownKind } from '../../shared/invoice/kind.ts';
import { kindNames } from '../../shared/texts/kind-names.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import type { Bilingual, Language } from '../../shared/language.ts';
import { isOpenFinding, type Finding } from '../../shared/invoice/finding.ts';
import { describeFailure } from '../../shared/services/catalogue.ts';
import type { ExportPage } from './export-page.ts';

export const sandboxWords: Bilingual = { zh: '演示数据', en: 'demo data' };

/** The mark of a page that no real service has read; null for one that was. */
export const sandboxMark = (page: ExportPage, language: Language): string | null =>
  page.sandbox ? sandboxWords[language] : null;

const paidWords: Bilingual = { zh: '可能', en: 'maybe' };

/** The mark of a page for which money may have been spent in vain; null for every other. */
export const paidMark = (page: ExportPage, language: Language): string | null =>
  page.maybePaid ? paidWords[language] : null;

const stateWords = {
  recognized: { zh: '已识别', en: 'recognized' },
  failed: { zh: '失败', en: 'failed' },
  waiting: { zh: '等待识别', en: 'waiting' },
  cancelled: { zh: '已取消', en: 'cancelled' },
} as const satisfies Record<string, Bilingual>;

export const stateOf = (page: ExportPage): 'recognized' | 'failed' | 'waiting' => {
  if (page.failure !== null) return 'failed';
  return page.waiting ? 'waiting' : 'recognized';
};

export const stateWord = (page: ExportPage, language: Language): string =>
  stateWords[page.cancelled ? 'cancelled' : stateOf(page)][language];

/** Sentences one after the other, as each language parts them; one that has its own end keeps it. */
const joinSentences = (sentences: readonly string[], language: Language): string =>
  sentences
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .reduce((text, sentence) => {
      if (text === '') return sentence;
      const isEnded = /[.!?。！？…]$/u.test(text);
      if (language === 'zh') return `${text}${isEnded ? '' : '。'}${sentence}`;
      return `${text}${isEnded ? '' : '.'} ${sentence}`;
    }, '');

const notAsked: Bilingual = {
  zh: '尚未识别：仍在等待，或本批已停止。识别完成后请再次导出',
  en: 'Not read yet: it waits, or the batch was stopped. Let recognition finish, then export again',
};

const wasCancelled: Bilingual = {
  zh: '尚未识别：已取消。重新识别后再导出',
  en: 'Not read: cancelled. Recognize it, then export again',
};

/** Why a page failed and what to do about it; null for one that did not fail. */
export const errorText = (page: ExportPage, language: Language): string | null => {
  if (page.cancelled) return wasCancelled[language];
  if (page.waiting) return notAsked[language];
  if (page.failure === null) return null;
  const { message, remedy } = describeFailure(page.service, page.failure, language);
  return joinSentences([message, remedy], language);
};

/** Checks that ask for the accountant's eye. */
export const isDoubt = (check: Finding): boolean => isOpenFinding(check);

/** The messages of all checks that did not hold, one a line; null where there are none. */
export const doubtsText = (page: ExportPage, language: Language): string | null => {
  const messages = (page.invoice?.checks ?? []).filter(isDoubt).map((check) => check.message[language]);
  return messages.length === 0 ? null : messages.join('\n');
};

/** What accountants call the invoice's kind; null where it can't be told: what is unknown stays empty. */
export const kindWord = ({ kind }: Invoice, language: Language): string | null =>
  kind === unknownKind ? null : (kindNames[kind]?.[language] ?? null);
