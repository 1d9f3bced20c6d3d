import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { elementKeys } from '../../../helpers/element-keys.ts';
import {
  fieldOf,
  lineColumns,
  placeOf,
  plainFields,
  rightSidePaths,
} from '../../../../shared/invoice/fields.ts';
import { describeStep, stepIds } from '../../../../shared/texts/review.ts';

describe('fields', () => {
  it('cover all 24 elements, each once', () => {
    const fields = [
      ...plainFields,
      ...lineColumns,
      ...Object.values(rightSidePaths).map((path) => fieldOf(path)),
    ];
    const elements = fields.map((field) => field?.element ?? null).filter((element) => element !== null);
    expect(elements.toSorted()).toEqual([...elementKeys].toSorted());
  });

  it('have a label in both languages', () => {
    for (const { path, label } of [...plainFields, ...lineColumns]) {
      expect(label.zh, path).toMatch(/\p{Script=Han}/u);
      expect(label.en, path).toMatch(/^[A-Z]/);
    }
    expect(fieldOf('buyer.taxId')?.label).toEqual({ zh: '购买方纳税人识别号', en: 'Buyer taxpayer ID' });
    expect(fieldOf('lines.2.amount')?.label).toEqual({ zh: '第3行金额', en: 'Line 3: Amount' });
    expect(fieldOf('nothing')).toBeNull();
  });

  it('can be found by their paths', () => {
    for (const { path } of plainFields) {
      expect(fieldOf(path)?.path).toBe(path);
      expect(placeOf(path)).not.toBeNull();
    }
  });
});

describe('describeStep', () => {
  it('describes the step in the requested language', () => {
    expect(describeStep({ id: 'currency-sign-removed' }, 'en')).toBe('currency sign removed');
    expect(describeStep({ id: 'character-read-as', from: 'O', to: '0' }, 'en')).toBe('O read as 0');
    expect(describeStep({ id: 'character-read-as', from: 'O', to: '0' }, 'zh')).toBe('“O”按“0”读');
    expect(describeStep({ id: 'character-read-as', from: '$&', to: '{to}' }, 'en')).toBe('$& read as {to}');
  });

  it('shows the id of an unknown step', () => {
    expect(describeStep({ id: 'from-a-newer-version' }, 'zh')).toBe('from-a-newer-version');
    expect(describeStep({ id: 'toString' }, 'en')).toBe('toString');
  });

  it('has a text for every step of the rules', () => {
    const root = join(import.meta.dirname, '../../../..');
    const sources = ['shared/invoice', 'electron/extract/document'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && name !== 'steps.ts')
        .map((name) => readFileSync(join(root, folder, name), 'utf8')),
    );
    for (const id of stepIds)
      expect(
        sources.some((source) => source.includes(`'${id}'`)),
        id,
      ).toBe(true);
    const taken = sources.flatMap((source) =>
      [...source.matchAll(/steps\.push\(\{ id: '([a-z-]+)'/g)].map(([, id]) => id),
    );
    for (const id of taken) expect(stepIds).toContain(id);
    for (const id of stepIds) {
      expect(describeStep({ id }, 'zh')).toMatch(/\p{Script=Han}/u);
      expect(describeStep({ id }, 'en')).toMatch(/^[a-z{ ]/);
    }
  });
});
