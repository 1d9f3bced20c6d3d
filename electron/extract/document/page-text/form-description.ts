import type { LineKey, ValueKind } from '../../../../shared/invoice/fields.ts';
import type { Ticket } from '../../../../shared/invoice/extraction.ts';
import type { FieldPath, Step } from '../../../../shared/invoice/model.ts';

/**
 * Where a value stands on a fixed form. Blanks are left out, and brackets and colons have their plain forms. Without a
 * label, it is known by its own form.
 */
export type FormField = {
  readonly path: FieldPath;
  readonly kind: ValueKind;
  /** Ends where the values of its row begin. The first of several labels that has a value counts. */
  readonly label?: RegExp | readonly RegExp[];
  /** The whole head of its column: the value stands below it. */
  readonly head?: RegExp;
  /** What the value looks like; it may be a part of a text. A group `value` leaves out what only surrounds it. */
  readonly form: RegExp;
  /** Which text of that form it is, from 0; by default the first. */
  readonly at?: number;
};

/** The table of goods on a form: columns with a head each. */
export type FormTable = {
  readonly columns: Readonly<Partial<Record<LineKey, RegExp>>>;
  /** The row below the last one of the table. */
  readonly end: RegExp;
};

/** The members of a journey that a column of a table may have. */
type JourneyColumn<Key> = {
  readonly key: Key;
  readonly kind: ValueKind;
  readonly head: RegExp;
  /** What its values look like; by default anything. */
  readonly form?: RegExp;
};

/** The table of a journey: its stops by their labels, and columns with a value for each of its segments. */
export type FormJourneys = {
  readonly from: RegExp;
  readonly to: RegExp;
  /** What an unused stop has instead of a name. */
  readonly unused: RegExp;
  readonly columns: readonly JourneyColumn<'vehicle' | 'class' | 'date'>[];
  /** The first word below the table. */
  readonly end: RegExp;
};

/** A value that the form does not print: a sum of others, of which the first is always there. */
export type FormSum = {
  readonly path: FieldPath;
  readonly of: readonly [FieldPath, ...FieldPath[]];
  /** How its origin explains it. */
  readonly step: Step;
};

/** A form that always has the same fields. A new form is a new description. */
export type FormDescription = {
  /** Stands in the first rows. */
  readonly title: RegExp | null;
  /** Stands on it besides its title, which another form has, too. */
  readonly besideTitle?: RegExp;
  /** Words of a form whose title may be missing: one that it always has, others, and how many of those it has at least. */
  readonly marks?: { readonly always: RegExp; readonly words: readonly RegExp[]; readonly least: number };
  /** The kind, if the number and the title don't imply it. */
  readonly kind: string | null;
  readonly ticket: Ticket['type'] | null;
  readonly fields: readonly FormField[];
  readonly table?: FormTable;
  /** Fields that the form always has, besides code, number and date. */
  readonly required: readonly FieldPath[];
  readonly journeys?: FormJourneys;
  readonly sums?: readonly FormSum[];
  /** What adds up to the gross amount. One that is not required may be missing. */
  readonly addsUp?: readonly FieldPath[];
  /** Whether its amount may be printed in words only. */
  readonly isInWords?: boolean;
  /** Whether it states rates and taxes, as a VAT invoice does. */
  readonly statesTax?: boolean;
  /** Whether its title is that of a VAT invoice. */
  readonly isVatForm?: boolean;
};

export type PassageKey = 'vehicle' | 'class' | 'date' | 'until';

/** A form that is read as any VAT invoice, with what only it has. */
export type VatDescription = {
  /** Its codes, if they name it. */
  readonly code?: RegExp;
  /** Read by these instead of the labels of every VAT invoice. */
  readonly fields: readonly FormField[];
  /** Columns of its table that state a passage instead of a specification and a quantity. */
  readonly passages: readonly JourneyColumn<PassageKey>[];
};

/** Labels that were read in part. Those of other codes and numbers, such as `电话号码`, are none. */
const [codeLabel, numberLabel] = [
  /(?<!机打|机器|单位|机构|信用|机关|行业|项目|产品|商品)代码/u,
  /(?<!机打|机器|电话|手机|联系|传真|服务|投诉|监督|车牌|证件?|身份证|证书|账[号户]|订单|座位)号码/u,
];

/** Code and number, on the forms of the tax authorities. */
export const numbered: readonly FormField[] = [
  { path: 'code', kind: 'code', label: [/发票代码/u, codeLabel], form: /^\d{10,12}(?!\d)/u },
  { path: 'number', kind: 'code', label: [/发票号码?/u, numberLabel], form: /^(?:\d{20}|\d{8})(?!\d)/u },
];
