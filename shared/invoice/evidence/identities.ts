import { isDigitalNumber } from '../codes.ts';
import type { FieldPath } from '../model.ts';
import type { InvoiceQr } from '../qr.ts';
import { taxpayerIdState } from '../taxpayer-id.ts';
import type { Evidence, ValueAt } from './equations.ts';

/** A company as the user confirmed it on another invoice. */
export type ConfirmedPair = { readonly taxId: string; readonly name: string };

/** What is known beside the values themselves. */
export type EvidenceContext = {
  readonly lineCount: number;
  /** The QR code of the picture; null if there is none. */
  readonly qr: InvoiceQr | null;
  /** The second print of code and number; null if it was not read. */
  readonly copies: { readonly code: string | null; readonly number: string | null };
  readonly confirmed: readonly ConfirmedPair[];
};

const one = (kind: Evidence['kind'], path: FieldPath, holds: boolean): Evidence => ({
  kind,
  fields: [path],
  holds,
  proves: [path],
});

const qrEvidence = (get: ValueAt, qr: InvoiceQr | null): readonly Evidence[] => {
  if (!qr) return [];
  const stated: readonly (readonly [FieldPath, string | null])[] = [
    ['code', qr.code],
    ['number', qr.number],
    ['issueDate', qr.issueDate],
    [qr.amountIncludesTax ? 'grossTotal' : 'total', qr.amount],
    ['checkCode', qr.checkCode],
  ];
  return stated.flatMap(([path, coded]) => {
    const read = get(path);
    if (coded === null || read === null) return [];
    return [one('qr', path, read === coded)];
  });
};

const copyEvidence = (get: ValueAt, copies: EvidenceContext['copies']): readonly Evidence[] =>
  (['code', 'number'] as const).flatMap((path) => {
    const [read, copy] = [get(path), copies[path]];
    return read === null || copy === null ? [] : [one('printed-twice', path, read === copy)];
  });

/** Ids of 15, 17 and 20 characters have no check character. */
const checkCharacters = (get: ValueAt): readonly Evidence[] =>
  ['buyer.taxId', 'seller.taxId'].flatMap((path) => {
    const read = get(path);
    const state = read === null ? 'unverifiable' : taxpayerIdState(read);
    return state === 'unverifiable' ? [] : [one('check-character', path, state === 'valid')];
  });

const samePair = (name: string): string => name.normalize('NFKC').replace(/\s+/gu, '');

const pairEvidence = (get: ValueAt, confirmed: readonly ConfirmedPair[]): readonly Evidence[] =>
  (['buyer', 'seller'] as const).flatMap((role) => {
    const fields = [`${role}.name`, `${role}.taxId`];
    const [name, taxId] = [get(`${role}.name`), get(`${role}.taxId`)];
    if (name === null || taxId === null) return [];
    const known = confirmed.filter((pair) => pair.taxId === taxId || samePair(pair.name) === samePair(name));
    if (known.length === 0) return [];
    const holds = known.some((pair) => pair.taxId === taxId && samePair(pair.name) === samePair(name));
    return [{ kind: 'confirmed-pair', fields, holds, proves: fields } as const];
  });

/** The year in a code may be that of its printing, up to two years before the invoice. */
const oldestCode = 2;

/** Year of a 20-digit number, and of a code, against the date. They exclude readings and prove none. */
const yearEvidence = (get: ValueAt): readonly Evidence[] => {
  const [code, number, date] = [get('code'), get('number'), get('issueDate')];
  if (date === null) return [];
  const year = Number(date.slice(2, 4));
  if (number !== null && isDigitalNumber(number))
    return [
      {
        kind: 'year',
        fields: ['number', 'issueDate'],
        holds: Number(number.slice(0, 2)) === year,
        proves: [],
      },
    ];
  if (code === null || !/^(?:\d{10}|0\d{11})$/u.test(code)) return [];
  const printed = Number(code.length === 10 ? code.slice(4, 6) : code.slice(5, 7));
  return [
    {
      kind: 'year',
      fields: ['code', 'issueDate'],
      holds: printed <= year && year - printed <= oldestCode,
      proves: [],
    },
  ];
};

/** Evidence about the names and numbers of an invoice. */
export const identitiesOf = (get: ValueAt, context: EvidenceContext): readonly Evidence[] => [
  ...qrEvidence(get, context.qr),
  ...copyEvidence(get, context.copies),
  ...checkCharacters(get),
  ...pairEvidence(get, context.confirmed),
  ...yearEvidence(get),
];
