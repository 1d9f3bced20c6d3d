import { z } from 'zod';

const text = z.string().trim().min(1).max(200);
const oneOrMore = z.union([text, z.array(text).min(1).max(200)]);

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

/** The side of the invoice that the user's own company is on. */
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

export const ruleSchema = z
  .object({
    when: whenSchema.default({}),
    /** The account for purchases (debit) or sales (credit). */
    account: accountSchema,
    /** The opposite account: payable or paid, receivable or received. Defaults to that of the file. */
    counter: accountSchema.optional(),
    /** Fields in braces are filled in: {seller} {buyer} {goods} {number} {date}. */
    summary: z.string().trim().min(1).max(200).optional(),
    /** Whether input tax is deducted. By default the kind of invoice decides. */
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

/** The user's rules, in the format of the file of `vouch vouchers --rules`. */
export const voucherRulesSchema = z
  .object({
    accounts: accountsSchema.prefault({}),
    /** The user's own companies: if one is the seller, the invoice is booked as a sale. */
    own: z.array(ownCompanySchema).max(200).default([]),
    /** The first rule that matches a line decides. */
    rules: z.array(ruleSchema).max(2000).default([]),
    per: z.enum(['invoice', 'batch']).default('invoice'),
    /** Voucher word: 记, 付, 转 … */
    word: z.string().trim().min(1).max(10).default('记'),
    firstNumber: z.int().min(1).max(999_999).default(1),
    /** Posting date of all vouchers (ISO); by default the issue date of each invoice. */
    date: z.iso.date().optional(),
    /** The preparer of the vouchers, for formats that include it. */
    preparer: z.string().trim().max(40).default(''),
  })
  .strict();
export type VoucherRules = z.infer<typeof voucherRulesSchema>;
