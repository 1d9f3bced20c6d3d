import { findingTexts } from '../../texts/findings.ts';
import { fold, isRateToken } from '../characters.ts';
import type { InvoiceExtraction, ReaderId } from '../extraction.ts';
import { fieldPathsOf, valueAt } from '../fields.ts';
import type { Finding } from '../finding.ts';
import type { FieldPath, Invoice } from '../model.ts';
import { centsOf } from '../money.ts';
import { fieldLabelsOf, labelOf, outcome } from './outcome.ts';

type Read = Pick<InvoiceExtraction, 'reader' | 'invoice'>;

/** Normalizes a value for comparison: printers label name parts and format figures in different ways. */
export const comparable = (value: string): string => {
  const cents = centsOf(value);
  if (cents !== null) return String(cents);
  if (isRateToken(value)) return '0';
  if (/^-?\d+(?:\.\d+)?$/u.test(value)) return value.replace(/(\.\d*?)0+$/u, '$1').replace(/\.$/u, '');
  // The sign in front of an amount in words is often lost.
  return fold(value)
    .replace(/\s+|^⊗/gu, '')
    .toLowerCase();
};

/** A value that only one side has is not a difference. The service, for example, reads no quantity. */
const differingPaths = (one: Invoice, other: Invoice): readonly FieldPath[] => {
  const paths = fieldPathsOf(one).filter((path) => path !== 'cipherArea');
  const differing = paths.filter((path) => {
    const [mine, theirs] = [valueAt(one, path), valueAt(other, path)];
    if (path === 'kind' && (mine === '99' || theirs === '99')) return false;
    return mine !== null && theirs !== null && comparable(mine) !== comparable(theirs);
  });
  const hasOtherLines =
    one.lines.length !== other.lines.length && one.lines.length > 0 && other.lines.length > 0;
  return hasOtherLines ? [...differing.filter((path) => !path.startsWith('lines.')), 'lines'] : differing;
};

/** Fields that bookkeeping relies on: a difference in one of them is an error. */
const grave = new Set<FieldPath>(['code', 'number', 'issueDate', 'total', 'taxTotal', 'grossTotal']);

const mostNamed = 4;

/** Compares the recognized picture with the data in the file. */
export const compareWithRecognition = (shown: Read, other: Read): Finding => {
  const paths = differingPaths(shown.invoice, other.invoice);
  const readers: readonly [ReaderId, ReaderId] = [shown.reader, other.reader];
  if (paths.length === 0)
    return outcome('recognition-agrees', 'ok', [], findingTexts.compared.agree(readers));
  const [first] = paths;
  const level = paths.some((path) => grave.has(path)) ? 'error' : 'warn';
  const named = fieldLabelsOf(paths.slice(0, mostNamed));
  const values =
    paths.length === 1 && first !== undefined && first !== 'lines'
      ? ([valueAt(shown.invoice, first) ?? '', valueAt(other.invoice, first) ?? ''] as const)
      : null;
  const message = findingTexts.compared.differ(readers, named, values, paths.length > mostNamed);
  return outcome('recognition-differs', level, paths, message);
};

type Ids = { readonly agree: string; readonly differ: string };

/** Each difference is a finding of its own, which names both values. */
const eachDifference = (
  { agree, differ }: Ids,
  shown: Read,
  other: Read,
  levelOf: (path: FieldPath) => 'warn' | 'error',
): readonly Finding[] => {
  const paths = differingPaths(shown.invoice, other.invoice);
  const readers: readonly [ReaderId, ReaderId] = [shown.reader, other.reader];
  if (paths.length === 0) return [outcome(agree, 'ok', [], findingTexts.compared.agree(readers))];
  return paths.map((path) => {
    const [mine, theirs] = [valueAt(shown.invoice, path), valueAt(other.invoice, path)];
    const values = path === 'lines' || mine === null || theirs === null ? null : ([mine, theirs] as const);
    const message = findingTexts.compared.differ(readers, fieldLabelsOf([path]), values, false);
    return outcome(differ, levelOf(path), [path], message, values?.[1]);
  });
};

/** Compares several files of the same invoice. A difference is reported and never settled automatically. */
export const compareRenditions = (shown: Read, others: readonly Read[]): readonly Finding[] =>
  others.flatMap((other) =>
    eachDifference({ agree: 'rendition-agrees', differ: 'rendition-differs' }, shown, other, (path) =>
      grave.has(path) ? 'error' : 'warn',
    ),
  );

/** Compares what the service and the local reader got from one picture. */
export const compareReaders = (shown: Read, other: Read): readonly Finding[] =>
  eachDifference({ agree: 'readers-agree', differ: 'readers-differ' }, shown, other, () => 'warn');

/** Whether the user took the other value, which ends the difference. */
export const isTaken = ({ other, fields: [path] }: Finding, value: Invoice): boolean => {
  const now = path === undefined ? null : valueAt(value, path);
  return other !== undefined && now !== null && comparable(now) === comparable(other);
};

/**
 * Values of a digital original that a person has changed: its file states others, whoever is right. A difference may
 * be as small as a blank.
 * @param asRead the data of the file
 */
export const differencesFromFile = (asRead: Invoice, value: Invoice): readonly Finding[] => {
  const hasOtherLines = asRead.lines.length !== value.lines.length;
  const paths = [...new Set([...fieldPathsOf(asRead), ...fieldPathsOf(value)])].filter(
    (path) => !(hasOtherLines && path.startsWith('lines.')) && valueAt(asRead, path) !== valueAt(value, path),
  );
  return [...paths, ...(hasOtherLines ? ['lines'] : [])].map((path) =>
    outcome(
      'differs-from-file',
      grave.has(path) ? 'error' : 'warn',
      [path],
      findingTexts.compared.fromFile(labelOf(path), path === 'lines' ? null : (valueAt(asRead, path) ?? '')),
    ),
  );
};
