import { emptyInvoice, emptyLine } from '../../../../shared/invoice/empty-invoice.ts';
import type { InvoiceExtraction, Ticket } from '../../../../shared/invoice/extraction.ts';
import { airKind } from '../../../../shared/invoice/kind.ts';
import type { Invoice } from '../../../../shared/invoice/model.ts';
import { centsOf, decimalOf } from '../../../../shared/invoice/money.ts';
import { missingDoubt, sumsDoubt } from './doubts.ts';
import type { Notes, TextSource } from './note.ts';
import type { ReadPage } from './page.ts';
import { piecesOf, type Piece, type TextRow } from './rows.ts';

export const isAirReceipt = (pages: readonly ReadPage[]): boolean =>
  pages.some(({ rows }) => rows.some(({ text }) => /航空运输电子客票行程单/u.test(text)));

/** The gap between words of a row, in type sizes; the words of one value are closer. */
const apart = 0.5;

type Word = Piece & { readonly row: TextRow };

const wordOf = (piece: Piece, row: TextRow): Word => ({ ...piece, row });

const wordsOf = ({ rows }: ReadPage): readonly Word[] =>
  rows.flatMap((row) => piecesOf(row.glyphs, apart).map((piece) => wordOf(piece, row)));

const plain = (text: string): string => text.replace(/\s+/gu, '').replace(/：/gu, ':');

/** The rest of a text after a number of characters, not counting blanks. */
const afterCharacters = (text: string, count: number): string => {
  let left = count;
  for (const [index, character] of Array.from(text).entries()) {
    if (left === 0) return Array.from(text).slice(index).join('').trim();
    if (!/\s/u.test(character)) left -= 1;
  }
  return '';
};

/** The value after a label on the same line, in the same word or the next one. */
const behind = (words: readonly Word[], label: RegExp, page: ReadPage): TextSource | null => {
  for (const [index, word] of words.entries()) {
    const text = plain(word.text);
    const found = label.exec(text);
    if (!found) continue;
    const rest = afterCharacters(word.text, found.index + found[0].length);
    if (rest !== '') return { text: rest, pieces: [word], page };
    const next = words[index + 1];
    const isNext = next?.row === word.row && !/[:：]$/u.test(next.text.trim());
    return isNext ? { text: next.text, pieces: [next], page } : null;
  }
  return null;
};

/**
 * The value below a head: in the nearest row below with a word that starts between this head and the next.
 */
const below = (words: readonly Word[], head: RegExp, page: ReadPage, form: RegExp): TextSource | null => {
  const label = words.find(({ text }) => head.test(plain(text)));
  if (!label) return null;
  const nextHead = words.find(({ row, x0 }) => row === label.row && x0 > label.x1);
  const right = nextHead?.x0 ?? Infinity;
  const found = words
    .filter(({ y, x0, x1, size }) => {
      const isBelow = y > label.y + 0.5 * size && y < label.y + 4.5 * size;
      return isBelow && x0 > label.x0 - 2 * size && (x0 + x1) / 2 < right + 0.5 * size;
    })
    .toSorted((a, b) => a.y - b.y || Math.abs(a.x0 - label.x0) - Math.abs(b.x0 - label.x0))
    .find(({ text }) => form.test(plain(text)));
  return found ? { text: found.text, pieces: [found], page } : null;
};

const money = /^(?:CNY|¥|￥)?-?[\d,]+\.\d{2}$/u;
const anything = /./u;

/** Reads the receipt of an air e-ticket by its heads and labels. Missing values stay empty. */
export const readAirReceipt = (
  pages: readonly ReadPage[],
  notes: Notes,
): Pick<InvoiceExtraction, 'invoice' | 'ticket'> => {
  const [page] = pages;
  if (!page) return { invoice: emptyInvoice, ticket: null };
  const words = wordsOf(page);
  const labelled = (path: string, label: RegExp, kind: 'text' | 'code' | 'date' | 'taxId'): string | null =>
    notes.read(path, behind(words, label, page), kind);
  const amount = (path: string, head: RegExp): string | null =>
    notes.read(path, below(words, head, page, money), 'money');
  const headed = (path: string, head: RegExp, form = anything): string | null =>
    notes.read(path, below(words, head, page, form), 'text');
  const ticket: Ticket = {
    type: 'air',
    number: labelled('ticket.number', /电子客票号码:/u, 'code'),
    passenger: headed('ticket.passenger', /^旅客姓名$/u),
    passengerId: headed('ticket.passengerId', /^有效身份证件号码$/u),
    from: labelled('ticket.from', /^自:/u, 'text'),
    to: notes.read('ticket.to', lastBehind(words, /^至:/u, page), 'text'),
    date: notes.read('ticket.date', below(words, /^日期$/u, page, /^\d{4}-\d{2}-\d{2}$/u), 'date'),
    vehicle: headed('ticket.vehicle', /^航班号$/u, /^[A-Z0-9]{2}\d{2,4}[A-Z]?$/u),
    class: headed('ticket.class', /^座位等级$/u, /^[A-Z]\d?$/u),
    fare: amount('ticket.fare', /^票价$/u),
    fuelSurcharge: amount('ticket.fuelSurcharge', /^燃油附加费$/u),
    fund: amount('ticket.fund', /^民航发展基金$/u),
    otherTaxes: amount('ticket.otherTaxes', /^其他税费$/u),
  };
  const fare = centsOf(ticket.fare);
  const total = fare === null ? null : decimalOf(fare + (centsOf(ticket.fuelSurcharge) ?? 0));
  noteSum(notes);
  const tax = amount('taxTotal', /^增值税税额$/u);
  const taxRate = notes.read('lines.0.taxRate', below(words, /^增值税税率$/u, page, /^\d{1,2}%$/u), 'rate');
  const invoice: Invoice = {
    ...emptyInvoice,
    kind: airKind,
    number: notes.read('number', digitsOf(behind(words, /发票号码:/u, page)), 'code'),
    issueDate: labelled('issueDate', /填开日期:/u, 'date'),
    checkCode: labelled('checkCode', /验证码:/u, 'code'),
    buyer: {
      ...emptyInvoice.buyer,
      name: labelled('buyer.name', /购买方名称:/u, 'text'),
      taxId: labelled('buyer.taxId', /纳税人识别号:/u, 'taxId'),
    },
    seller: { ...emptyInvoice.seller, name: labelled('seller.name', /填开单位:/u, 'text') },
    lines: total === null ? [] : [{ ...emptyLine, amount: total, taxRate, tax }],
    total,
    taxTotal: tax,
    grossTotal: amount('grossTotal', /^合计$/u),
  };
  checkEquation(invoice, ticket, notes);
  return { invoice, ticket };
};

/** The net amount is the base of the tax: the fare and the fuel surcharge. */
const noteSum = ({ origins }: Notes): void => {
  const { 'ticket.fare': fare, 'ticket.fuelSurcharge': surcharge } = origins;
  if (!fare) return;
  const raw = surcharge ? `${fare.raw} + ${surcharge.raw}` : fare.raw;
  const steps = surcharge ? [...fare.steps, { id: 'fare-and-surcharge-added' }] : fare.steps;
  for (const path of ['total', 'lines.0.amount']) origins[path] = { ...fare, raw, steps };
};

const digitsOf = (source: TextSource | null): TextSource | null =>
  source && /^\d{8,20}$/u.test(source.text) ? source : null;

/** A journey with several legs ends at the destination of the last one. */
const lastBehind = (words: readonly Word[], label: RegExp, page: ReadPage): TextSource | null => {
  const starts = words.flatMap((word, index) => (label.test(plain(word.text)) ? [index] : []));
  for (const start of starts.toReversed()) {
    const found = behind(words.slice(start), label, page);
    if (found) return found;
  }
  return null;
};

/**
 * Fare and surcharge, tax, fund and other taxes add up to the total; with a missing figure there is no check.
 */
const checkEquation = (invoice: Invoice, ticket: Ticket, notes: Notes): void => {
  const parts = [invoice.total, invoice.taxTotal, ticket.fund, ticket.otherTaxes].map(
    (value) => centsOf(value) ?? 0,
  );
  const gross = centsOf(invoice.grossTotal);
  const missing = (['number', 'issueDate', 'total', 'grossTotal'] as const).filter(
    (key) => invoice[key] === null,
  );
  if (missing.length > 0) notes.doubts.push(missingDoubt(missing));
  if (gross !== null && parts.reduce((one, next) => one + next, 0) !== gross)
    notes.doubts.push(sumsDoubt(['total', 'taxTotal', 'grossTotal', 'ticket.fund', 'ticket.otherTaxes']));
};
