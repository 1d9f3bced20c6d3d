import { z } from 'zod';
import type { Invoice, Party } from '../invoice/model.ts';
import { plain, type BookSide } from './side.ts';

/** What an accounting program keeps an account by, besides its code. */
export const codeKinds = ['supplier', 'customer', 'department', 'person', 'project'] as const;
export type CodeKind = (typeof codeKinds)[number];

/** A row of the table of codes. With a taxpayer id on both sides, the ids are compared, otherwise the names. */
export const codeSchema = z
  .object({
    kind: z.enum(codeKinds),
    name: z.string().trim().max(200).default(''),
    taxId: z.string().trim().max(30).default(''),
    code: z.string().trim().min(1).max(60),
  })
  .strict()
  .refine(({ name, taxId }) => name !== '' || taxId !== '', { message: 'name' });
export type BookCode = z.infer<typeof codeSchema>;

/** The table of codes: five thousand suppliers are more than an office has. */
export const codesSchema = z.array(codeSchema).max(5000);

/** What an entry is kept by: its name, and its code if the table has one. */
export type EntryItem = { readonly kind: CodeKind; readonly name: string; readonly code: string | null };

type Named = Pick<Party, 'name' | 'taxId'>;

/** The code of a party, a department, a person or a project; null if the table has none. */
export const codeOf = (codes: readonly BookCode[], kind: CodeKind, { name, taxId }: Named): string | null => {
  const own = codes.filter((one) => one.kind === kind);
  const byId = taxId === null ? undefined : own.find((one) => plain(one.taxId) === plain(taxId));
  const isNamed = (one: BookCode): boolean =>
    // An id that differs is another company of that name.
    name !== null && plain(one.name) === plain(name) && (one.taxId === '' || taxId === null);
  return (byId ?? own.find(isNamed))?.code ?? null;
};

type Items = { readonly items?: readonly EntryItem[] };
const itemsOf = (items: readonly (EntryItem | null)[]): Items => {
  const there = items.filter((item) => item !== null);
  return there.length === 0 ? {} : { items: there };
};

/** The department and the project of a rule, which its cost or revenue is kept by. */
export const itemsOfRule = (
  codes: readonly BookCode[],
  rule: { readonly department?: string | undefined; readonly project?: string | undefined },
): Items =>
  itemsOf(
    (['department', 'project'] as const).map((kind) => {
      const name = rule[kind];
      return name === undefined ? null : { kind, name, code: codeOf(codes, kind, { name, taxId: null }) };
    }),
  );

/** The party that is owed, and the traveller of a ticket, if the table has their codes. */
export const itemsOwed = (
  codes: readonly BookCode[],
  side: BookSide,
  { seller, buyer }: Pick<Invoice, 'seller' | 'buyer'>,
  passenger: string | null,
): Items => {
  const item = (of: CodeKind, named: Named): EntryItem | null => {
    const code = codeOf(codes, of, named);
    return code === null ? null : { kind: of, name: named.name ?? '', code };
  };
  return side === 'purchase'
    ? itemsOf([item('supplier', seller), item('person', { name: passenger, taxId: null })])
    : itemsOf([item('customer', buyer)]);
};

const headers = {
  kind: ['类别', 'kind'],
  name: ['名称', 'name'],
  taxId: ['税号', '纳税人识别号', 'taxid', 'tax id'],
  code: ['编码', '代码', 'code'],
} as const;

const kindWords: Readonly<Record<CodeKind, readonly string[]>> = {
  supplier: ['供应商', '销售方', 'supplier', 'seller'],
  customer: ['客户', '购买方', 'customer', 'buyer'],
  department: ['部门', 'department'],
  person: ['职员', '个人', '员工', 'person'],
  project: ['项目', 'project'],
};

const kindOf = (word: string): CodeKind | null => {
  const wanted = word.trim().toLowerCase();
  return codeKinds.find((kind) => kindWords[kind].includes(wanted)) ?? null;
};

/** The codes in the rows of a table, and the rows that have none that can be used. Rows without a code are skipped. */
export type ReadCodes = { readonly codes: readonly BookCode[]; readonly wrong: readonly number[] };

/** Reads a table of codes. Null if its first row does not name the columns. */
export const readCodes = (rows: readonly (readonly string[])[]): ReadCodes | null => {
  const [first = [], ...rest] = rows;
  const at = (column: keyof typeof headers): number =>
    first.findIndex((header) => headers[column].some((name) => name === header.trim().toLowerCase()));
  const places = { kind: at('kind'), name: at('name'), taxId: at('taxId'), code: at('code') };
  if (places.kind < 0 || places.code < 0 || (places.name < 0 && places.taxId < 0)) return null;
  const codes: BookCode[] = [];
  const wrong: number[] = [];
  for (const [index, row] of rest.entries()) {
    const cell = (column: keyof typeof places): string =>
      (row[places[column]] ?? '').trim().replace(/^'(?=[=+\-@])/u, '');
    if (cell('code') === '') continue;
    const [name, taxId, code] = [cell('name'), cell('taxId'), cell('code')];
    const parsed = codeSchema.safeParse({ kind: kindOf(cell('kind')), name, taxId, code });
    if (parsed.success) codes.push(parsed.data);
    else wrong.push(index + 2);
  }
  return { codes, wrong };
};

/** The rows of a table of codes, with those that still want a code. `readCodes` reads them. */
export const codeRows = (
  codes: readonly BookCode[],
  without: readonly Omit<BookCode, 'code'>[],
): readonly (readonly string[])[] => [
  ['类别', '名称', '税号', '编码'],
  ...[...codes, ...without.map((one) => ({ ...one, code: '' }))].map(({ kind, name, taxId, code }) => [
    kindWords[kind][0] ?? kind,
    name,
    taxId,
    code,
  ]),
];
