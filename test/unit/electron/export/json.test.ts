import { blankExtraction, paperExtraction } from '../../../../shared/invoice/checks/no-invoice.ts';
import { emptyInvoice } from '../../../../shared/invoice/empty-invoice.ts';
import { describe, expect, it } from 'vitest';
import type { Ticket } from '../../../../shared/invoice/extraction.ts';
import { imagePoint } from '../../../../shared/geometry.ts';
import { face, facePage, failedPage, invoice, invoicePage, line } from './pages.ts';
import { pagesToJson } from '../../../helpers/exported.ts';

const read = (text: string): Record<string, unknown>[] => JSON.parse(text);

const checksIn = (language: 'zh' | 'en') => read(pagesToJson([invoicePage()], language))[0]?.checks;

describe('JSON export', () => {
  it('has amounts as decimals or null, and other printed tokens in the origins', () => {
    const made = invoice();
    const [first] = made.lines;
    if (!first) throw new Error('a line');
    const lines = [{ ...first, tax: '***', taxRate: '免税' }];
    const [page] = read(pagesToJson([invoicePage({ ...made, lines, taxTotal: '免税' })], 'en'));
    expect(page?.invoice).toMatchObject({ taxTotal: null, lines: [{ tax: null, taxRate: '免税' }] });
  });

  it('keeps the ordinals of feature points, and marks faces without points', () => {
    const points = [
      { x: 1, y: 2 },
      { x: 3, y: 4 },
    ] as const;
    const faceChecks = [
      { id: 'face-count', level: 'warn', message: { zh: '缺', en: 'missing' }, fields: [] },
    ] as const;
    const made = facePage([
      { ...face(), points: points.map((at) => imagePoint(at.x, at.y)), pointNumbers: [1, 3] },
    ]);
    const [page] = read(pagesToJson([{ ...made, faceChecks }], 'en'));
    expect(page).toMatchObject({
      checks: [{ id: 'face-count', level: 'warn', message: 'missing' }],
      faces: [
        {
          points: [
            { n: 1, x: 1, y: 2 },
            { n: 3, x: 3, y: 4 },
          ],
        },
      ],
    });
  });

  it("has an invoice with the contract's members in the contract's order", () => {
    const [page] = read(pagesToJson([invoicePage(invoice(), { sandbox: true, reused: true })], 'en'));
    expect(Object.keys(page ?? {})).toEqual([
      'source',
      'page',
      'service',
      'reader',
      'state',
      'sid',
      'reused',
      'sandbox',
      'maybePaid',
      'sent',
      'error',
      'business',
      'side',
      'document',
      'paper',
      'seal',
      'renditions',
      'invoice',
      'ticket',
      'origins',
      'regions',
      'checks',
    ]);
    expect(page).toMatchObject({
      source: '发票/一.jpg',
      page: 1,
      service: 'vat-invoice',
      state: 'recognized',
      sid: 'ase000e4a1b@hu18f',
      reused: true,
      sandbox: true,
      sent: { encoding: 'jpg', width: 900, height: 600, bytes: 1234, sha256: 'ab'.repeat(32) },
      error: null,
    });
    expect(page?.invoice).toEqual(invoice());
  });

  it('writes quads as four corners clockwise from the top left, and steps as text', () => {
    const [page] = read(pagesToJson([invoicePage()], 'en'));
    expect(page?.origins).toEqual({
      number: {
        raw: 'No 00512384',
        score: 0.99,
        quad: [
          [600, 40],
          [700, 40],
          [700, 60],
          [600, 60],
        ],
        steps: [],
      },
      total: {
        raw: '¥200.00',
        score: 0.62,
        quad: [
          [500, 400],
          [600, 400],
          [600, 420],
          [500, 420],
        ],
        steps: ['currency sign removed'],
      },
    });
    expect(page?.regions).toEqual([
      {
        id: '0',
        type: 'vat-invoice-total',
        quad: [
          [500, 400],
          [600, 400],
          [600, 420],
          [500, 420],
        ],
        blocks: [
          {
            key: 'vat-invoice-total',
            value: '¥200.00',
            recognized: true,
            quad: [
              [500, 400],
              [600, 400],
              [600, 420],
              [500, 420],
            ],
            lines: [
              {
                text: '¥200.00',
                quad: [
                  [500, 400],
                  [600, 400],
                  [600, 420],
                  [500, 420],
                ],
                angle: 0,
                score: 0.62,
              },
            ],
          },
          { key: 'check-code', value: null, recognized: false, quad: null, lines: [] },
        ],
      },
    ]);
  });

  it('names business and side of an invoice, and what is none', () => {
    const freight = invoice({ lines: [line({ name: '*运输服务*货物运输' })] });
    const blank = invoicePage(emptyInvoice);
    const [said] = blankExtraction.findings;
    const checks = said ? [{ ...said, level: 'warn' as const }] : [];
    const pages = [
      invoicePage(freight, { side: 'sale' }),
      invoicePage(invoice(), { side: 'both' }),
      invoicePage(invoice()),
      { ...blank, side: 'purchase' as const, invoice: blank.invoice && { ...blank.invoice, checks } },
    ];
    expect(
      read(pagesToJson(pages, 'en')).map((page) => [
        page['business'],
        page['side'],
        page['document'],
        page['paper'],
      ]),
    ).toEqual([
      ['freight', 'sale', 'invoice', null],
      [null, 'purchase', 'invoice', null],
      [null, 'unknown', 'invoice', null],
      [null, 'unknown', 'blank', null],
    ]);
    const paper = {
      type: 'hotel-bill' as const,
      number: null,
      date: '2026-05-15',
      amount: '623.92',
      payer: null,
      payee: '虚构酒店',
    };
    const [found] = paperExtraction('pdf', paper).findings;
    const known = found ? [{ ...found, level: 'info' as const }] : [];
    const bill = { ...blank, invoice: blank.invoice && { ...blank.invoice, checks: known, paper } };
    expect(read(pagesToJson([bill], 'en'))[0]).toMatchObject({
      state: 'recognized',
      document: 'hotel-bill',
      paper,
      invoice: null,
      error: null,
    });
    expect(read(pagesToJson(pages.slice(3), 'en'))[0]).toMatchObject({
      state: 'recognized',
      invoice: null,
      error: null,
      checks: [{ id: 'blank-page' }],
    });
  });

  it('includes reader, seal, renditions and ticket of a digital invoice, without the traveller’s id', () => {
    const signature = { state: 'changed', by: '税务局', at: null, reason: 'part-changed' } as const;
    const checked = { ...signature, parts: ['/Doc_0/Document.xml'], chain: [], validAtSealing: null };
    const page = invoicePage(invoice({ remark: '合同' }), {
      reader: 'xml',
      seal: { ...checked, signatures: [checked] },
      renditions: ['a.ofd'],
    });
    const ticket: Ticket = {
      type: 'rail',
      number: '1',
      passenger: '甲',
      passengerId: '420100199001010011',
      from: 'A',
      to: 'B',
      date: null,
      vehicle: 'G1',
      class: null,
      fare: '10.00',
      fuelSurcharge: null,
      fund: null,
      otherTaxes: null,
    };
    const journey = { passenger: null, passengerId: ticket.passengerId, from: 'A', to: 'B', date: null };
    const journeys = [
      { ...journey, class: 'Y', vehicle: 'CA1' },
      { ...journey, class: 'Y', vehicle: 'CA2' },
    ];
    const special = [
      {
        name: 'MedicalServices',
        values: [
          { name: 'OutpatientNumber', value: 'M12' },
          { name: 'IDNumber', value: 'E12345678' },
          { name: 'Contact', value: '420100199001010022' },
        ],
      },
    ];
    const origin = { score: null, quad: null, steps: [] };
    const origins = {
      'special.0.0.OutpatientNumber': { ...origin, raw: 'M12' },
      'special.0.1.IDNumber': { ...origin, raw: 'E12345678' },
      'special.0.2.Contact': { ...origin, raw: '420100199001010022' },
      number: { raw: '1', score: null, quad: null, steps: [], path: '/a[1]', page: 2 },
    };
    const text = pagesToJson(
      [{ ...page, invoice: page.invoice && { ...page.invoice, ticket, journeys, special, origins } }],
      'zh',
    );
    const told = { ...signature, reason: 'part-changed: 内容与签章时不一致：/Doc_0/Document.xml' };
    for (const id of [ticket.passengerId, 'E12345678', '420100199001010022']) expect(text).not.toContain(id);
    expect(read(text)[0]).toMatchObject({
      reader: 'xml',
      seal: { ...told, signatures: [told] },
      renditions: ['a.ofd'],
      invoice: { remark: '合同', drawer: null, lines: [{ quantity: null }, { unit: null }] },
      ticket: { type: 'rail', passenger: '甲', fare: '10.00' },
      journeys: [{ vehicle: 'CA1' }, { vehicle: 'CA2', from: 'A', to: 'B' }],
      special: [{ block: 'MedicalServices', values: [{ name: 'OutpatientNumber', value: 'M12' }] }],
      origins: { number: { path: '/a[1]', page: 2 }, 'special.0.0.OutpatientNumber': { raw: 'M12' } },
    });
  });

  it('has findings in the chosen language', () => {
    expect(checksIn('zh')).toContainEqual({
      id: 'low-confidence',
      level: 'warn',
      message: '置信度偏低',
      fields: ['total'],
    });
    expect(checksIn('en')).toContainEqual({
      id: 'low-confidence',
      level: 'warn',
      message: 'Low confidence',
      fields: ['total'],
    });
  });

  it('has faces for the other service, and no invoice', () => {
    const [page] = read(
      pagesToJson([facePage([face({ attributes: null }), face({ index: 2, box: null })])], 'en'),
    );
    expect(page).not.toHaveProperty('invoice');
    expect(page).not.toHaveProperty('checks');
    expect(page?.faces).toEqual([
      {
        index: 1,
        score: 0.987,
        box: { x: 10, y: 20, w: 30, h: 40 },
        points: [
          { n: 1, x: 12.5, y: 24 },
          { n: 2, x: 30, y: 25 },
        ],
        attributes: null,
      },
      expect.objectContaining({ index: 2, box: null, attributes: face().attributes }),
    ]);
  });

  it('keeps failed pages in place, with kind, code, message and remedy', () => {
    const pages = read(
      pagesToJson(
        [failedPage(), facePage([], { failure: failedPage().failure, sid: null, sent: null }), invoicePage()],
        'en',
      ),
    );
    expect(pages.map(({ state }) => state)).toEqual(['failed', 'failed', 'recognized']);
    expect(pages[0]).toMatchObject({ invoice: null, origins: {}, regions: [], checks: [] });
    expect(pages[0]?.error).toEqual({
      kind: 'service',
      code: 37042,
      message: expect.stringContaining('37042'),
      remedy: expect.stringMatching(/\w{3}/u),
      retryable: false,
    });
    expect(pages[1]).toMatchObject({ faces: [], sid: null, sent: null });
  });

  it('is an empty array for no pages', () => {
    expect(read(pagesToJson([], 'en'))).toEqual([]);
  });
});
