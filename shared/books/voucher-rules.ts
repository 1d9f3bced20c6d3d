import { z } from 'zod';

const text = z.string().trim().min(1).max(200);
const oneOrMore = z.union([text, z.array(text).min(1).max(200)]);

/** An account of the books. */
export const accountSchema = z
  .object({
    code: z
      .string()
      .trim()
      .regex(/^[0-9A-Za-z.-]{1,40}$/),
    name: z.string().trim().max(100).default(''),
  })
  .strict();
export type BookAccount = z.infer<typeof accountSchema>;

/** On which side of the invoice the own company stands. */
export const bookSides = ['purchase', 'sale'] as const;
export type BookSide = (typeof bookSides)[number];

const whenSchema = z
  .object({
    side: z.enum(bookSides).optional(),
    /** A part of the other party's name, or its whole taxpayer id. */
    seller: oneOrMore.optional(),
    buyer: oneOrMore.optional(),
    /** `*餐饮服务*` for a class of goods, any other text for a part of the name. */
    goods: oneOrMore.optional(),
    kind: oneOrMore.optional(),
    /** As printed: `6%`, `免税`. */
    rate: oneOrMore.optional(),
    tag: oneOrMore.optional(),
  })
  .strict();

const ruleSchema = z
  .object({
    when: whenSchema.default({}),
    /** What is bought (debit) or sold (credit). */
    account: accountSchema,
    /** The other side: payable or paid, receivable or received. Falls back to that of the file. */
    counter: accountSchema.optional(),
    /** Fields in braces are filled in: {seller} {buyer} {goods} {number} {date}. */
    summary: z.string().trim().min(1).max(200).optional(),
    /** Whether input tax is deducted. Where it is not given, the kind of invoice decides. */
    deductible: z.boolean().optional(),
  })
  .strict();
export type VoucherRule = z.infer<typeof ruleSchema>;

const accountsSchema = z
  .object({
    inputTax: accountSchema.default({ code: '22210101', name: '应交税费_应交增值税_进项税额' }),
    outputTax: accountSchema.default({ code: '22210106', name: '应交税费_应交增值税_销项税额' }),
    payable: accountSchema.default({ code: '2202', name: '应付账款' }),
    receivable: accountSchema.default({ code: '1122', name: '应收账款' }),
  })
  .strict();

const ownCompanySchema = z
  .object({ name: z.string().trim().max(200).default(''), taxId: z.string().trim().max(30).default('') })
  .strict();

/** The rules of a user, as the file of `vouch vouchers --rules` has them. */
export const voucherRulesSchema = z
  .object({
    accounts: accountsSchema.prefault({}),
    /** Companies of the user's own: where one is the seller, the sale is booked. */
    own: z.array(ownCompanySchema).max(200).default([]),
    /** The first rule that fits a line decides. */
    rules: z.array(ruleSchema).max(2000).default([]),
    per: z.enum(['invoice', 'batch']).default('invoice'),
    /** Voucher word: 记, 付, 转 … */
    word: z.string().trim().min(1).max(10).default('记'),
    /** Number of the first voucher of each month. */
    firstNumber: z.int().min(1).max(999_999).default(1),
    /** Posting date of all vouchers (ISO); without it each has its invoice's date of issue. */
    date: z.iso.date().optional(),
    /** Who made the vouchers, for formats that name them. */
    preparer: z.string().trim().max(40).default(''),
  })
  .strict();
export type VoucherRules = z.infer<typeof voucherRulesSchema>;
