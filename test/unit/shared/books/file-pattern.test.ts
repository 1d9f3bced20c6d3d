import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fileNameKey,
  nameByPattern,
  parsePattern,
  patternFields,
  safeFileName,
  planNames,
} from '../../../../shared/books/file-pattern.ts';
import { bookInvoice, party } from '../../../helpers/book-invoice.ts';

const patternOf = (text: string) => {
  const parsed = parsePattern(text);
  if (!parsed.ok) throw new Error(parsed.failure.reason);
  return parsed.value;
};

describe('a file pattern', () => {
  it('fills in its fields, with folders', () => {
    expect(
      nameByPattern(patternOf('{year}-{month}/{date}_{seller}_{gross}'), {
        invoice: bookInvoice(),
        stem: 'scan',
      }),
    ).toEqual({ kind: 'named', folders: ['2024-05'], stem: '2024-05-28_上海卖方有限公司_318.00' });
  });

  it('has a value for every field', () => {
    const everything = Object.keys(patternFields)
      .map((field) => `{${field}}`)
      .join('~');
    const named = nameByPattern(patternOf(everything), {
      invoice: bookInvoice({ code: '123' }),
      stem: 'scan',
    });
    expect(named.kind === 'named' && named.stem.split('~').every((part) => part !== '')).toBe(true);
  });

  it.each([
    '',
    '{date}/',
    '/{date}',
    '../{date}',
    '{date}/..',
    'C:/{date}',
    'plain',
    '{nothing}',
    '{date',
    'date}',
    '{{date}}',
  ])('refuses %j', (text) => {
    expect(parsePattern(text).ok).toBe(false);
  });

  it('replaces a separator in a value', () => {
    const invoice = bookInvoice({ seller: party('../../甲/乙\\丙') });
    expect(nameByPattern(patternOf('{seller}'), { invoice, stem: '' })).toEqual({
      kind: 'named',
      folders: [],
      stem: '_.._甲_乙_丙',
    });
  });

  it('lists the missing fields', () => {
    const invoice = bookInvoice({ issueDate: null, seller: party(null) });
    expect(nameByPattern(patternOf('{date}_{seller}_{code}'), { invoice, stem: '' })).toEqual({
      kind: 'missing',
      fields: ['date', 'seller'],
    });
  });
});

describe('safeFileName', () => {
  it.each([
    ['CON', '_CON'],
    ['con.txt', '_con.txt'],
    ['COM¹', '_COM¹'],
    ['CONSUL', 'CONSUL'],
    ['a.', 'a'],
    [' a . ', 'a'],
    ['...', '_'],
    ['a<b>:"c|?*\n', 'a_b___c____'],
    ['甲\u202e乙', '甲_乙'],
    ['--base-url=localhost', '_--base-url=localhost'],
    ['-rf', '_-rf'],
    ['-113.00', '-113.00'],
  ])('converts %j to %j', (text, name) => {
    expect(safeFileName(text)).toBe(name);
  });

  it('returns a name that is valid on every system for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const name = safeFileName(text);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(201);
        expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}]|^[. ]|[. ]$|^$/u);
        expect(safeFileName(name)).toBe(name);
        expect(name.isWellFormed()).toBe(true);
      }),
    );
  });
});

const file = (path: string, over = {}) => ({
  path,
  stem: path.replace(/\.\w+$/, ''),
  extension: '.PDF',
  invoice: bookInvoice(over),
});
const same = (path: string) => path;

describe('planning names', () => {
  const pattern = patternOf('{seller}');

  it('numbers files with equal names in any case, and keeps existing files', () => {
    const planned = planNames(
      [
        file('1.PDF', { seller: party('abc') }),
        file('2.PDF', { seller: party('ABC') }),
        file('3.PDF', { seller: party('taken') }),
        { ...file('4.PDF'), invoice: null },
        file('5.PDF', { seller: party(null) }),
      ],
      pattern,
      same,
      (to) => to === 'taken.pdf',
    );
    expect(planned).toEqual([
      { kind: 'move', path: '1.PDF', to: 'abc.pdf', numbered: false },
      { kind: 'move', path: '2.PDF', to: 'ABC (2).pdf', numbered: true },
      { kind: 'taken', path: '3.PDF', to: 'taken.pdf' },
      { kind: 'unread', path: '4.PDF' },
      { kind: 'missing', path: '5.PDF', fields: ['seller'] },
    ]);
  });

  it('changes nothing when repeated', () => {
    const files = [file('abc.pdf', { seller: party('abc') }), file('abc (2).pdf', { seller: party('abc') })];
    expect(planNames(files, pattern, same, () => true).map(({ kind }) => kind)).toEqual([
      'unchanged',
      'unchanged',
    ]);
    expect(planNames(files.toReversed(), pattern, same, () => true).map(({ kind }) => kind)).toEqual([
      'unchanged',
      'unchanged',
    ]);
  });

  it('never gives two files one name', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'A', 'b', 'ß', 'ss', 'é', 'e\u0301'), { maxLength: 12 }),
        (sellers) => {
          const files = sellers.map((seller, index) => file(`${index}.pdf`, { seller: party(seller) }));
          const to = planNames(files, pattern, same, () => false).map((plan) =>
            'to' in plan ? fileNameKey(plan.to) : '',
          );
          expect(new Set(to).size).toBe(sellers.length);
        },
      ),
    );
  });
});
