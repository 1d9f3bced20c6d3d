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

export const draftOf = ({
  when,
  account,
  counter,
  summary,
  department,
  project,
  deductible,
}: VoucherRule): RuleDraft => ({
  id: crypto.randomUUID(),
  side: when.side ?? '',
  seller: typed(when.seller),
  buyer: typed(when.buyer),
  goods: typed(when.goods),
  kind: typed(when.kind),
  rate: typed(when.rate),
  business: typed(when.business),
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

const valuesOf = (text: string): string | string[] | undefined => {
  const parts = text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length > 1 ? parts : parts[0];
};

const conditions = ['seller', 'buyer', 'goods', 'kind', 'rate', 'business', 'tag'] as const;

const accountOf = (code: string, name: string): Partial<BookAccount> => ({
  code: code.trim(),
  name: name.trim(),
});

/** The typed rule; null if its account is missing or a text is not an account. */
export const ruleOf = (draft: RuleDraft): VoucherRule | null => {
  const when: Record<string, string | string[]> = draft.side === '' ? {} : { side: draft.side };
  for (const name of conditions) {
    const value = valuesOf(draft[name]);
    if (value !== undefined) when[name] = value;
  }
  const parsed = ruleSchema.safeParse({
    when,
    account: accountOf(draft.account, draft.accountName),
    ...(draft.counter.trim() === '' ? {} : { counter: accountOf(draft.counter, draft.counterName) }),
    ...(draft.summary.trim() === '' ? {} : { summary: draft.summary }),
    ...(draft.department.trim() === '' ? {} : { department: draft.department }),
    ...(draft.project.trim() === '' ? {} : { project: draft.project }),
    ...(draft.deductible === '' ? {} : { deductible: draft.deductible === 'yes' }),
  });
  return parsed.success ? parsed.data : null;
};
