import { z } from 'zod';
import { journeySchema, specialValueSchema, ticketSchema } from '../../shared/invoice/extraction.ts';
import { kinds } from '../../shared/invoice/kind.ts';
import { invoiceLineSchema, invoiceSchema, originSchema } from '../../shared/invoice/model.ts';

/**
 * An object with exactly these members, each with its description. A member of a model that has no description
 * here does not compile.
 */
export const described = <Shape extends Readonly<Record<string, z.ZodType>>>(
  members: Shape,
  descriptions: Readonly<Record<keyof Shape, string>>,
): z.ZodType =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(members).map(([name, member]) => [name, member.describe(descriptions[name] ?? '')]),
    ),
  );

export const text = z.string().nullable();
export const amount = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .nullable();
export const day = z.iso.date().nullable();
export const confidence = z.number().min(0).max(1).nullable();
export const quad = z
  .array(z.tuple([z.number(), z.number()]))
  .length(4)
  .nullable();

const party = described(
  { name: text, taxId: text, addressPhone: text, bankAccount: text },
  {
    name: 'Name, as printed.',
    taxId: 'Taxpayer ID, normalized.',
    addressPhone: 'Address and telephone, as printed.',
    bankAccount: 'Bank and account number, as printed.',
  },
);

const line = described(
  { ...invoiceLineSchema.shape, amount, tax: amount },
  {
    name: 'Name of the goods or service. A wrapped name is joined without the newline.',
    specification: 'Specification and model.',
    unit: 'Unit.',
    quantity: 'Quantity with its printed digits.',
    unitPrice: 'Unit price with its printed digits.',
    amount:
      'Amount without tax: a decimal with two digits. A printed token such as *** is in `origins` only.',
    taxRate: 'Tax rate as printed: 13%, 免税, …',
    tax: 'Tax: a decimal with two digits.',
  },
);

export const invoice = described(
  {
    ...invoiceSchema.shape,
    kind: z.enum(kinds),
    issueDate: day,
    buyer: party,
    seller: party,
    lines: z.array(line),
    total: amount,
    taxTotal: amount,
    grossTotal: amount,
  },
  {
    kind: "The tax bureau's code of the kind of invoice, or a word for a form that it gives none; 99 if it is unknown.",
    code: 'Invoice code. A fully digital invoice has none.',
    number: 'Invoice number.',
    issueDate: 'Date of issue.',
    checkCode: 'Check code.',
    cipherArea: 'Cipher area, with its line breaks.',
    remark: 'Remark.',
    drawer: 'Drawer.',
    payee: 'Payee.',
    reviewer: 'Reviewer.',
    machineNumber: 'Number of the tax control machine.',
    reverses: 'For a red invoice: the number of the invoice that it reverses.',
    buyer: 'The buyer.',
    seller: 'The seller.',
    lines: 'Line items, in their printed order.',
    total: 'Sum without tax.',
    taxTotal: 'Sum of the tax.',
    grossTotal: 'Sum with tax.',
    grossTotalWords: 'Sum with tax in words, as read.',
  },
);

const withoutPerson = { passengerId: true } as const;
export const ticket = described(
  {
    ...ticketSchema.omit(withoutPerson).shape,
    type: z.enum(['rail', 'air', 'coach', 'ship', 'taxi']),
    date: day,
    fare: amount,
    fuelSurcharge: amount,
    fund: amount,
    otherTaxes: amount,
  },
  {
    type: 'Kind of ticket.',
    number: 'Number of the ticket.',
    passenger: 'Name of the traveller. An ID number is never exported.',
    from: 'Place of departure.',
    to: 'Destination.',
    date: 'Date of the journey.',
    vehicle: 'Train or flight number.',
    class: 'Class.',
    fare: 'Fare.',
    fuelSurcharge: 'Fuel surcharge.',
    fund: 'Civil aviation development fund.',
    otherTaxes: 'Other taxes and charges.',
  },
);

export const journey = described(
  { ...journeySchema.omit(withoutPerson).shape, date: text },
  {
    passenger: 'Name of the traveller.',
    from: 'Place of departure.',
    to: 'Destination.',
    date: 'Date of the journey, or first day of passage.',
    until: 'For a toll invoice: last day of passage.',
    class: 'Class of the seat, or type of the vehicle.',
    vehicle: 'Vehicle.',
  },
);

const specialValue = described(specialValueSchema.shape, {
  name: 'Name of the value in the file.',
  value: 'The value as stated.',
});
export const special = described(
  { block: z.string(), values: z.array(specialValue) },
  { block: 'Name of the block in the file.', values: 'Its values, in the order of the file.' },
);

export const origin = described(
  { ...originSchema.shape, score: confidence, quad, steps: z.array(z.string()) },
  {
    raw: 'The text as read.',
    score: 'Lowest confidence of the lines that it was read from, 0 to 1.',
    quad: 'Four corners [x, y]: top left, top right, bottom right, bottom left.',
    page: 'The page of a digital invoice that the corners are on; absent for the first.',
    part: 'Of an invoice on several scanned pages: its page; absent for the one that represents it.',
    path: 'Path of the element that the value was read from.',
    steps: 'What was changed on the way to the value, in sentences.',
  },
);
