import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { pageDetailSchema, type PageDetail, type ReviewedInvoice } from '../../../../shared/contract/page.ts';
import { quadSchema, type Quad } from '../../../../shared/geometry.ts';
import { journeySchema, specialBlockSchema, ticketSchema } from '../../../../shared/invoice/extraction.ts';
import {
  invoiceLineSchema,
  invoiceSchema,
  originSchema,
  type Origin,
} from '../../../../shared/invoice/model.ts';
import type { Immutable, Whole } from '../../../../shared/members.ts';
import { regionSchema } from '../../../../shared/services/regions.ts';
import { pagesToJson } from '../../../helpers/exported.ts';
import { invoicePage, quadAt } from './pages.ts';

/**
 * A value with every member of a schema, also the optional ones.
 */
const filled = (schema: z.core.$ZodType): unknown => {
  if (schema === quadSchema) return quadAt(1, 2);
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([name, member]) => [name, filled(member)]));
  if (schema instanceof z.ZodArray) return [filled(schema.element)];
  if (
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional
  )
    return filled(schema.unwrap());
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodBoolean) return true;
  return schema instanceof z.ZodString ? '1.00' : 1;
};

const origin: Origin = originSchema.parse(filled(originSchema));
const shape = invoicePage().invoice;
if (!shape) throw new Error('a page with an invoice');
const [page] = z.array(z.record(z.string(), z.unknown())).parse(
  JSON.parse(
    pagesToJson(
      [
        {
          ...invoicePage(invoiceSchema.parse(filled(invoiceSchema))),
          invoice: {
            ...shape,
            value: invoiceSchema.parse(filled(invoiceSchema)),
            ticket: ticketSchema.parse(filled(ticketSchema)),
            journeys: [journeySchema.parse(filled(journeySchema))],
            special: [specialBlockSchema.parse(filled(specialBlockSchema))],
            regions: [regionSchema.parse(filled(regionSchema))],
            origins: { total: origin },
          },
        },
      ],
      'en',
    ),
  ),
);

const quad = quadAt(1, 2).map(({ x, y }) => [x, y]);

describe('the members of a model in the JSON', () => {
  it('has every member of an invoice, its parties and its lines', () => {
    expect(page?.invoice).toStrictEqual(filled(invoiceSchema));
    expect(Object.keys(invoiceLineSchema.shape).length).toBeGreaterThan(7);
  });

  it('has every member of an origin and of a region', () => {
    const step: unknown = expect.any(String);
    expect(page?.origins).toStrictEqual({ total: { ...origin, quad, steps: [step] } });
    const text = JSON.stringify(filled(regionSchema), (name, value: unknown) =>
      name === 'quad' ? quad : value,
    );
    expect(page?.regions).toStrictEqual([JSON.parse(text)]);
  });

  it('has every member of a ticket and of a journey but the id number of the traveller', () => {
    const { passengerId: _, ...ticket } = ticketSchema.parse(filled(ticketSchema));
    const { passengerId: __, ...journey } = journeySchema.parse(filled(journeySchema));
    expect(page?.ticket).toStrictEqual(ticket);
    expect(page?.journeys).toStrictEqual([journey]);
  });
});

describe('one source for each type', () => {
  it('gives a new optional member to the window, and does not compile without it in the JSON', () => {
    const wider = originSchema.extend({ sheet: z.string().exactOptional() });
    type Wider = Immutable<z.infer<typeof wider>>;
    const made: Wider = { ...origin, sheet: 'A' };
    const inJson = { ...origin, quad, page: 1, part: 1, path: '/a' };
    // @ts-expect-error the JSON has no sheet
    inJson satisfies Whole<Wider>;
    ({ ...inJson, sheet: made.sheet }) satisfies Whole<Wider>;
    expect(wider.parse(made)).toStrictEqual(made);
  });

  it('shows the window a reviewed invoice as it is', () => {
    type Shown = Immutable<PageDetail['invoice']>;
    expectTypeOf<Shown>().toEqualTypeOf<ReviewedInvoice | null>();
    // @ts-expect-error a member that the schema of the window lacks
    expectTypeOf<Shown>().toEqualTypeOf<(ReviewedInvoice & { readonly more?: string }) | null>();
    expect(Object.keys(pageDetailSchema.shape.invoice.unwrap().shape)).toContain('value');
  });

  it('keeps models readonly at every depth, and points in the space of the picture', () => {
    const { steps, quad: corners } = origin;
    const check = (): void => {
      // @ts-expect-error a model never changes
      origin.raw = '';
      // @ts-expect-error a step of it neither
      if (steps[0]) steps[0].id = '';
    };
    expect(check).toBeTypeOf('function');
    corners satisfies Quad | null;
  });
});
