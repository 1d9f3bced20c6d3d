import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonOutputSchema } from '../../../../electron/export/json-schema.ts';
import { pagesToJson } from '../../../helpers/exported.ts';
import { face, facePage, failedPage, invoice, invoicePage } from './pages.ts';

const schema = z.looseObject({ $schema: z.string() }).parse(jsonOutputSchema());

/** Every object in a JSON schema, with its path. */
const objectsIn = (value: unknown, path = ''): readonly (readonly [string, Record<string, unknown>])[] => {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, member]) => objectsIn(member, `${path}/${name}`));
  return 'properties' in value ? [[path, { ...value }], ...inner] : inner;
};

describe('the JSON Schema of the JSON export', () => {
  it('is of version 2020-12, closed, and describes every member', () => {
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    const objects = objectsIn(schema);
    expect(objects.length).toBeGreaterThan(20);
    for (const [path, { additionalProperties, properties }] of objects) {
      expect(additionalProperties, path).toBe(false);
      const members = z.record(z.string(), z.object({ description: z.string().min(1) })).parse(properties);
      expect(Object.keys(members).length, path).toBeGreaterThan(0);
    }
  });

  it('accepts an invoice, a failed page and faces, and refuses anything else', () => {
    const isValid = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false }).compile(
      schema,
    );
    const pages: unknown = JSON.parse(
      pagesToJson([invoicePage(invoice()), failedPage(), facePage([face()])], 'zh'),
    );
    expect(isValid(pages), JSON.stringify(isValid.errors)).toBe(true);
    const [first] = z.array(z.record(z.string(), z.unknown())).parse(pages);
    expect(isValid([{ ...first, more: 1 }])).toBe(false);
    expect(isValid([{ ...first, state: 'done' }])).toBe(false);
    expect(isValid([{ ...first, invoice: {} }])).toBe(false);
    expect(isValid({})).toBe(false);
  });

  it('is fulfilled by a page that still has what only the window shows', () => {
    const isValid = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false }).compile(
      schema,
    );
    const page = invoicePage(invoice());
    const corrections = new Map([['total', 'x']]);
    const attachment = { name: 'a.png', sha256: 'a'.repeat(64), bytes: 1 };
    const shown = {
      ...page,
      verification: { result: 'consistent' as const, day: '2026-01-01', attachment },
      invoice: page.invoice && { ...page.invoice, corrections, conflicts: [], linesEdited: false },
    };
    const pages: unknown = JSON.parse(pagesToJson([shown], 'en'));
    expect(isValid(pages), JSON.stringify(isValid.errors)).toBe(true);
  });
});
