import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { faceColumns } from '../../../electron/export/face-columns.ts';
import { invoiceColumnsFor, lineColumnsFor } from '../../../electron/export/layouts.ts';
import { accountSchema, ruleSchema, voucherRulesSchema } from '../../../shared/books/voucher-rules.ts';
import { invoiceColumnIds } from '../../../shared/contract/export/column-ids.ts';
import { customLayoutSchema } from '../../../shared/contract/export/exported.ts';
import type { Language } from '../../../shared/language.ts';
import { projectFolder } from '../../helpers/app-fixtures/folders.ts';

const text = readFileSync(join(projectFolder, 'docs', 'outputs.md'), 'utf8');

/** The text under a heading, up to the next heading. */
const sectionOf = (heading: string): string => {
  const [, after = ''] = text.split(`${heading}\n`);
  expect(after, heading).not.toBe('');
  return after.split(/^#/mu)[0] ?? '';
};

const rowsOf = (section: string): readonly (readonly string[])[] =>
  section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const facts = { demo: false, incomplete: false, pointOrdinals: [] };

type Placed = { readonly header: string; readonly column: { readonly id: string } };

const tableOf = (columns: (language: Language) => readonly Placed[]) =>
  columns('zh').map(({ header, column }, at) => [
    `\`${column.id}\``,
    header,
    columns('en')[at]?.header ?? '',
  ]);

const jsonIn = (section: string): unknown => JSON.parse(/```json\n([^`]+)```/u.exec(section)?.[1] ?? '');

const members = (schema: z.core.$ZodType): readonly string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

describe('docs/outputs.md', () => {
  test('lists the columns of every CSV in their order, in both languages', () => {
    expect(rowsOf(sectionOf('### `--csv` of invoices'))).toEqual(
      tableOf((language) => invoiceColumnsFor('vouch', facts, language)),
    );
    expect(rowsOf(sectionOf('### `--lines-csv`'))).toEqual(tableOf(lineColumnsFor));
    expect(rowsOf(sectionOf('### `--csv` of faces'))).toEqual(
      tableOf((language) => faceColumns(facts, { language, points: false, attributes: true })),
    );
  });

  test('lists the headers of the layouts of the tax bureau', () => {
    for (const layout of ['tax-bureau', 'deduction'] as const) {
      const headers = invoiceColumnsFor(layout, facts, 'en').map(({ header }) => header);
      expect(sectionOf('## Layouts')).toContain(`- \`${layout}\`: ${headers.join('、')}\n`);
    }
  });

  test('has a layout that is accepted, and names every column', () => {
    customLayoutSchema.parse(jsonIn(sectionOf('## Layouts')));
    for (const id of invoiceColumnIds) expect(text).toContain(`\`${id}\``);
  });

  test('has rules that are accepted and that show every member', () => {
    const given = jsonIn(sectionOf('## Rules of vouchers'));
    voucherRulesSchema.parse(given);
    const shown = z
      .looseObject({ accounts: z.record(z.string(), z.unknown()), rules: z.array(z.looseObject({})) })
      .parse(given);
    expect(Object.keys(shown).toSorted()).toEqual(Object.keys(voucherRulesSchema.shape).toSorted());
    const [rule] = shown.rules;
    expect(Object.keys(rule ?? {}).toSorted()).toEqual([...members(ruleSchema)].toSorted());
    const when = ruleSchema.shape.when.unwrap();
    expect(Object.keys(z.looseObject({}).parse(rule?.['when'])).toSorted()).toEqual(
      [...members(when)].toSorted(),
    );
    expect(Object.keys(z.looseObject({}).parse(rule?.['account']))).toEqual(members(accountSchema));
    const accounts = voucherRulesSchema.shape.accounts.unwrap();
    expect(Object.keys(shown.accounts)).toEqual(members(accounts));
  });
});
