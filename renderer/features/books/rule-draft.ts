import type { Bilingual, Language } from '../../../shared/language.ts';
import { businessNames } from '../../../shared/texts/business-names.ts';
import { kindNames, shortKindNames } from '../../../shared/texts/names.ts';
import { ruleSchema, type BookAccount, type VoucherRule } from '../../../shared/books/voucher-rules.ts';

/** A rule while the user types it. `|` separates several values of a condition. */
export type RuleDraft = {
  /** Identifies the row while the dialog is open. */
  readonly id: string;
  readonly side: '' | 'purchase' | 'sale';
  readonly seller: string;
  readonly buyer: string;
  readonly goods: string;
  readonly kind: string;
  readonly rate: string;
  readonly business: string;
  readonly tag: string;
  readonly account: string;
  readonly accountName: string;
  readonly counter: string;
  readonly counterName: string;
  readonly summary: string;
  readonly department: string;
  readonly project: string;
  readonly deductible: '' | 'yes' | 'no';
};

export const emptyRule = (): RuleDraft => ({
  id: crypto.randomUUID(),
  side: '',
  seller: '',
  buyer: '',
  goods: '',
  kind: '',
  rate: '',
  business: '',
  tag: '',
  account: '',
  accountName: '',
  counter: '',
  counterName: '',
  summary: '',
  department: '',
  project: '',
  deductible: '',
});

const typed = (value: string | readonly string[] | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : value.join(' | ');

/** Values with names: a rule keeps their ids, and the user sees and types their names. */
const named: Readonly<Record<string, readonly Readonly<Record<string, Bilingual>>[]>> = {
  kind: [shortKindNames, kindNames],
  business: [businessNames],
};

/** The id of a name in any language; the text itself if it names nothing. */
const idOf = (condition: string, text: string): string => {
  const wanted = text.toLowerCase();
  for (const names of named[condition] ?? [])
    for (const [id, { zh, en }] of Object.entries(names))
      if (zh.toLowerCase() === wanted || en.toLowerCase() === wanted) return id;
  return text;
};

/** The name of an id; the id itself if it has none of its own. */
const nameOf = (condition: string, id: string, language: Language): string => {
  const names = (named[condition] ?? []).flatMap((one) => one[id]?.[language] ?? []);
  return names.find((name) => idOf(condition, name) === id) ?? id;
};

export const draftOf = (
  { when, account, counter, summary, department, project, deductible }: VoucherRule,
  language: Language,
): RuleDraft => ({
  id: crypto.randomUUID(),
  side: when.side ?? '',
  seller: typed(when.seller),
  buyer: typed(when.buyer),
  goods: typed(when.goods),
  kind: typed([when.kind ?? []].flat().map((id) => nameOf('kind', id, language))),
  rate: typed(when.rate),
  business: typed([when.business ?? []].flat().map((id) => nameOf('business', id, language))),
  tag: typed(when.tag),
  account: account.code,
  accountName: account.name,
  counter: counter?.code ?? '',
  counterName: counter?.name ?? '',
  summary: summary ?? '',
  department: department ?? '',
  project: project ?? '',
  deductible: deductible === undefined ? '' : deductible ? 'yes' : 'no',
});

const valuesOf = (condition: string, text: string): string | string[] | undefined => {
  const parts = text
    .split('|')
    .map((part) => idOf(condition, part.trim()))
    .filter((part) => part !== '');
  return parts.length > 1 ? parts : parts[0];
};

const conditions = ['seller', 'buyer', 'goods', 'kind', 'rate', 'business', 'tag'] as const;

const accountOf = (code: string, name: string): Partial<BookAccount> => ({
  code: code.trim(),
  name: name.trim(),
});

const parse = (draft: RuleDraft) => {
  const when: Record<string, string | string[]> = draft.side === '' ? {} : { side: draft.side };
  for (const name of conditions) {
    const value = valuesOf(name, draft[name]);
    if (value !== undefined) when[name] = value;
  }
  return ruleSchema.safeParse({
    when,
    account: accountOf(draft.account, draft.accountName),
    ...(draft.counter.trim() === '' ? {} : { counter: accountOf(draft.counter, draft.counterName) }),
    ...(draft.summary.trim() === '' ? {} : { summary: draft.summary }),
    ...(draft.department.trim() === '' ? {} : { department: draft.department }),
    ...(draft.project.trim() === '' ? {} : { project: draft.project }),
    ...(draft.deductible === '' ? {} : { deductible: draft.deductible === 'yes' }),
  });
};

/** The typed rule; null if its account is missing, or a text is not what its place is for. */
export const ruleOf = (draft: RuleDraft): VoucherRule | null => parse(draft).data ?? null;

/** The places of a typed rule whose texts are wrong. */
export const wrongPlaces = (draft: RuleDraft): ReadonlySet<string> =>
  new Set(
    parse(draft).error?.issues.map(({ path: [first, second] }) => String(first === 'when' ? second : first)),
  );
