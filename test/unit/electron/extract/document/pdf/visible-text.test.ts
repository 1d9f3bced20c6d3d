import { describe, expect, it, test } from 'vitest';
import { makeInvoicePdf } from '../../../../../samples/digital/write-pdf.ts';
import { pdf, type PdfPage } from '../../../../../samples/digital/pdf-file.ts';
import { seededRandom } from '../../../../../samples/random.ts';
import { checkInvoice } from '../../../../../../shared/invoice/check-invoice.ts';
import {
  allHidden,
  dot,
  hidingWays,
  pageOf,
  stencil,
  valueHidden,
} from '../../../../../helpers/hidden-text.ts';
import { inType3 } from '../../../../../helpers/type3-text.ts';
import { printed, read, readOne, reasonOf } from '../../../../../helpers/printed-pdf.ts';

const context = { today: '2026-01-01', confidenceLimit: 0.9, ownCompanies: [], qr: null, others: [] };

/** A page whose amount is one text, so that it can be hidden alone. */
const plain = (): Buffer => {
  for (let seed = 1; seed < 100; seed += 1) {
    const bytes = printed({}, 'digital', seed);
    if (/<00a500310030003600?2e/i.test(pageOf(bytes).content)) return bytes;
  }
  throw new Error('No such page');
};

describe('text that a page does not show', () => {
  test.each(Object.keys(hidingWays))('is not read as an invoice: hidden by %s', async (way) => {
    expect(await reasonOf(allHidden(printed(), way))).toBe('no-invoice-data');
  });

  test.each(Object.keys(hidingWays))('is an error where a value is hidden by %s', async (way) => {
    const shown = await readOne(plain());
    expect(shown.invoice.grossTotal).toBe('106.00');
    const extraction = await readOne(valueHidden(plain(), way, '106.00'));
    expect(extraction.invoice.grossTotal).toBeNull();
    expect(checkInvoice(extraction, context)).toContainEqual(
      expect.objectContaining({ id: 'text-not-visible', level: 'error', fields: ['grossTotal'] }),
    );
  });

  it('is an error, too, where part of one text is hidden', async () => {
    const { content, box } = pageOf(plain());
    // The first digit of 106.00 stands behind a white box.
    const [, size, x, y] = (/\/F3 (\S+) Tf (\S+) (\S+) Td <00a50031003000360/.exec(content) ?? []).map(
      Number,
    );
    if (size === undefined || x === undefined || y === undefined) throw new Error('No such text');
    const cover = `1 g ${x + size} ${y - 2} ${size / 2} ${size + 3} re f`;
    const { findings, invoice } = await readOne(pdf([{ content: `${content}\n${cover}`, box }]));
    expect(invoice.grossTotal).not.toBe('106.00');
    expect(findings).toContainEqual(
      expect.objectContaining({ id: 'text-not-visible', fields: ['grossTotal'] }),
    );
  });

  it('is an error, too, where it is the point of a value', async () => {
    const { content, box } = pageOf(plain());
    const [, size = 0, x = 0, y = 0] = (
      /\/F3 (\S+) Tf (\S+) (\S+) Td <00a50031003000360/.exec(content) ?? []
    ).map(Number);
    // The currency sign is twice as wide as a digit.
    const cover = `1 g ${x + 2.5 * size} ${y - 1} ${size / 2} ${0.3 * size} re f`;
    const { findings } = await readOne(pdf([{ content: `${content}\n${cover}`, box }]));
    expect(findings).toContainEqual(
      expect.objectContaining({ id: 'text-not-visible', fields: ['grossTotal'] }),
    );
  });

  it('is an error, too, where its characters stand on each other', async () => {
    const { content, box } = pageOf(plain());
    // The digits are half as wide as their type is high.
    const piled = content.replace(
      /(\/F3 (\S+) Tf)( \S+ \S+ Td <00a5003100300036.*?Tj)/iu,
      (_, font, size, rest) => [font, `${-Number(size) / 2} Tc`, rest, '0 Tc'].join(' '),
    );
    expect(piled).not.toBe(content);
    const { findings, invoice } = await readOne(pdf([{ content: piled, box }]));
    expect(invoice.grossTotal).not.toBe('106.00');
    expect(findings).toContainEqual(expect.objectContaining({ id: 'text-not-visible' }));
  });

  it('is no finding if it changes no value', async () => {
    const { content, box } = pageOf(printed());
    const { findings } = await readOne(pdf([{ content: `${content}\nq 3 Tr ${content} Q`, box }]));
    expect(findings).toEqual([]);
  });
});

describe('text that a page shows', () => {
  const around: Readonly<Record<string, (content: string) => Partial<PdfPage> & { content: string }>> = {
    'over a picture of the whole page': (content) => ({
      content: `q 610 0 0 400 0 0 cm /Im0 Do Q ${content}`,
      image: dot(255),
    }),
    'white on a dark page': (content) => ({ content: `0.2 g 0 0 610 400 re f 1 g ${content}` }),
    'after a white page was painted': (content) => ({ content: `1 g 0 0 610 400 re f 0 g ${content}` }),
    'in a clip that keeps it': (content) => ({ content: `q 5 5 600 390 re W n ${content} Q` }),
    'below transparent paint': (content) => ({
      content: `${content} /Half gs 1 1 0 rg 0 0 610 400 re f`,
      resources: '/ExtGState << /Half << /ca 0.4 >> >>',
    }),
    'below paint that is multiplied': (content) => ({
      content: `${content} /Times gs 1 1 0 rg 0 0 610 400 re f`,
      resources: '/ExtGState << /Times << /BM /Multiply >> >>',
    }),
    'below a stencil that paints nothing': (content) => ({
      content: `${content} 0 g ${stencil([0, 0, 610, 400], '00000000')}`,
    }),
    'below a stencil that paints beside it': (content) => ({
      content: `${content} 1 g ${stencil([-610, 0, 1220, 400], 'ff00ff00')}`,
    }),
    'over a white stencil': (content) => ({
      content: `1 g ${stencil([0, 0, 610, 400])} 0 g ${content}`,
    }),
    'filled and outlined': (content) => ({ content: `2 Tr 0 g 1 0 0 RG 0.1 w ${content}` }),
    'outlined only': (content) => ({ content: `1 Tr 0.3 w ${content}` }),
    'scaled in its matrix': (content) => ({
      content: `q 0.01 0 0 0.01 0 0 cm 100 0 0 100 0 0 cm ${content} Q`,
    }),
  };
  test.each(Object.entries(around))('is read %s', async (_, change) => {
    const { content, box } = pageOf(printed());
    const { invoice, findings } = await readOne(pdf([{ box, ...change(content) }]));
    expect([invoice.number, invoice.grossTotal, findings]).toEqual(['24112000000048542163', '106.00', []]);
  });
});

describe('a Type 3 font with units of its own', () => {
  test.each([1, 50, 1000])('is read, with %i units in an em', async (units) => {
    const { invoice, findings } = await readOne(inType3(printed(), units));
    expect([invoice.number, invoice.grossTotal, findings]).toEqual(['24112000000048542163', '106.00', []]);
  });

  test.each([1, 50, 1000])('is not read where it cannot be seen, with %i units in an em', async (units) => {
    for (const before of ['1 g', '0.05 0 0 0.05 0 0 cm'])
      expect(await reasonOf(inType3(printed(), units, before))).toBe('no-invoice-data');
  });
});

describe('a scan with a text layer', () => {
  const layers: Readonly<Record<string, (content: string, picture: string) => string>> = {
    'in rendering mode 3': (content, picture) => `${picture} q 3 Tr ${content} Q`,
    'below the picture': (content, picture) => `${content} ${picture}`,
    'over the picture, transparent': (content, picture) => `${picture} q /A0 gs ${content} Q`,
    'in a form below the picture': (content, picture) => `q ${content} Q ${picture}`,
  };
  const resources = '/ExtGState << /A0 << /ca 0 >> >>';
  const footers = ['', 'BT /F1 7 Tf 20 6 Td (Scanned by a scanner, page 1) Tj ET'];

  it('is never digital: one picture, strips, with and without a footer', async () => {
    let count = 0;
    for (let seed = 1; seed <= 10; seed += 1) {
      const { content, box } = pageOf(makeInvoicePdf(seed, 6).bytes);
      const [, , right, top] = box;
      const random = seededRandom(seed);
      const strips = seed % 2 === 0 ? 1 : 3 + Math.floor(random() * 6);
      const picture = Array.from(
        { length: strips },
        (_, index) => `q ${right} 0 0 ${top / strips} 0 ${(index * top) / strips} cm /Im0 Do Q`,
      ).join('\n');
      for (const layer of Object.values(layers)) {
        const footer = footers[count % footers.length] ?? '';
        const page = { box, resources, image: dot(250), content: `${layer(content, picture)}\n${footer}` };
        expect(await reasonOf(pdf([page]))).toBe('no-invoice-data');
        count += 1;
      }
    }
    expect(count).toBe(40);
  });

  it('does not belong to the digital page before it', async () => {
    const { content, box } = pageOf(printed());
    const picture = `q ${box[2]} 0 0 ${box[3]} 0 0 cm /Im0 Do Q`;
    const scan = { box, image: dot(250), content: `${picture} q 3 Tr ${content} Q ${footers[1]}` };
    const [one, ...others] = await read(pdf([{ box, content }, scan]));
    expect([one?.invoice.grossTotal, one?.pages, one?.findings, others]).toEqual(['106.00', [1], [], []]);
  });
});
