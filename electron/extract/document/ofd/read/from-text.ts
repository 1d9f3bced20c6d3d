import { parseCapitalAmount } from '../../../../../shared/invoice/capital-amount.ts';
import { fieldOf, type LineKey, type PartyRole } from '../../../../../shared/invoice/fields.ts';
import type { FieldPath } from '../../../../../shared/invoice/model.ts';
import type { ReaderFinding } from '../../../../../shared/invoice/read-lines.ts';
import { readerFindingTexts } from '../../../../../shared/texts/reader-findings.ts';
import {
  isBlockHead,
  journeysIn,
  type BlockWord,
  journeyOf,
  type JourneyKey,
  type JourneyWords,
} from '../../journey-block.ts';
import { newInvoiceDraft, putRuns, readRuns, type InvoiceDraft } from './draft.ts';
import { assignColumns } from './goods-columns.ts';
import { putRows, type Cell } from './goods-rows.ts';
import { readForm, type Form, type Label, type LabelKey } from './labels.ts';
import { textOfRuns, type Run } from './runs.ts';

const right = ({ box }: Run): number => box.x + box.w;
const bottom = ({ box }: Run): number => box.y + box.h;
const middle = ({ box }: Run): number => box.y + box.h / 2;

const labelled = ({ labels }: Form, key: LabelKey): readonly Run[] =>
  labels.filter((label) => label.key === key).map(({ run }) => run);

const isOnRow = (run: Run, label: Run): boolean =>
  Math.abs(middle(run) - middle(label)) < 0.75 * Math.max(run.size, label.size);

/** A watermark that some viewers print next to the number. */
const withoutWatermark = (run: Run): Run | null => {
  const text = run.text.replace(/\s*已?下载次数\s*[:：]?\s*\d*\s*/, '');
  if (text === run.text) return run;
  return text.trim() === '' ? null : { ...run, text };
};

/** The band of the page with the goods table: below its heads, above its sums. */
const tableBand = (form: Form): { readonly top: number; readonly bottom: number } | null => {
  const [first] = form.heads;
  if (!first) return null;
  const top = Math.max(...form.heads.map(({ run }) => middle(run)));
  const ends = [...labelled(form, 'sums'), ...labelled(form, 'grossWords')]
    .map(({ box }) => box.y)
    .filter((y) => y > top);
  return { top, bottom: ends.length > 0 ? Math.min(...ends) - 0.2 * first.run.size : Infinity };
};

type TableCells = {
  readonly cells: readonly Cell[];
  /** Whether a text of the table fits no column. */
  readonly isCut: boolean;
};

const lineGap = 0.5;

/** The lines of a page from top to bottom. */
const linesOf = (runs: readonly Run[]): readonly (readonly Run[])[] => {
  const lines: Run[][] = [];
  for (const run of runs.toSorted((one, other) => one.baseline - other.baseline)) {
    const open = lines.at(-1);
    const first = open?.[0];
    const isSame = first && run.baseline - first.baseline < lineGap * Math.max(first.size, run.size);
    if (open && isSame) open.push(run);
    else lines.push([run]);
  }
  return lines.map((line) => inLine(line));
};

type Word = BlockWord & { readonly run: Run };
const wordOf = (run: Run): Word => ({
  text: run.text.trim(),
  x0: run.box.x,
  x1: right(run),
  y: run.baseline,
  size: run.size,
  run,
});

/**
 * Takes the block of special business below the goods or their sums out of the table, and returns its journeys. The
 * head may be part of the template.
 */
const takeBlock = (runs: readonly Run[], form: Form, taken: Set<Run>): readonly JourneyWords<Word>[] => {
  const band = tableBand(form);
  if (!band) return [];
  const ends = labelled(form, 'grossWords').map(middle);
  const end = ends.length > 0 ? Math.min(...ends) : Infinity;
  const sums = labelled(form, 'sums');
  const lines = linesOf(
    runs.filter((run) => middle(run) > band.top + 0.5 * run.size && middle(run) < end - 0.6 * run.size),
  );
  const at = lines.findIndex(isBlockHead);
  const head = lines[at];
  if (!head) return [];
  const below = lines.slice(at + 1);
  const stop = below.findIndex((line) => line.some((run) => sums.some((sum) => isOnRow(run, sum))));
  const rows = stop < 0 ? below : below.slice(0, stop);
  for (const run of [head, ...rows].flat()) taken.add(run);
  return journeysIn(
    head.map(wordOf),
    rows.map((row) => row.map(wordOf)),
  );
};

const putJourneys = (draft: InvoiceDraft, found: readonly JourneyWords<Word>[]): void => {
  for (const words of found) {
    const read = (key: JourneyKey): string | null => {
      const runs = (words.get(key) ?? []).map(({ run }) => run);
      const path = `journeys.${draft.journeys.length}.${key}`;
      return runs.length === 0 ? null : readRuns(draft, path, runs, key === 'date' ? 'date' : 'text');
    };
    draft.journeys.push(journeyOf(read));
  }
};

const cellsIn = (form: Form, taken: Set<Run>): TableCells => {
  const band = tableBand(form);
  if (!band) return { cells: [], isCut: false };
  const inside = form.values.filter(
    (run) => !taken.has(run) && middle(run) > band.top && bottom(run) < band.bottom + run.size,
  );
  const rows = inside.filter((run) => middle(run) < band.bottom);
  for (const run of rows) taken.add(run);
  const { cells, leftOver } = assignColumns(rows, form.heads);
  return { cells, isCut: leftOver > 0 };
};

/** Amounts in the row of sums, each under its head. */
const putSums = (draft: InvoiceDraft, form: Form, taken: Set<Run>): void => {
  const columns: readonly (readonly [LineKey, FieldPath])[] = [
    ['amount', 'total'],
    ['tax', 'taxTotal'],
  ];
  const heads = columns.flatMap(([column, path]) => {
    const head = form.heads.find((one) => one.column === column);
    return head ? [{ path, x: head.run.box.x + head.run.box.w / 2 }] : [];
  });
  for (const label of labelled(form, 'sums')) {
    const found = new Map<FieldPath, Run[]>();
    for (const run of form.values) {
      if (taken.has(run) || !isOnRow(run, label) || run.box.x < right(label)) continue;
      const at = run.box.x + run.box.w / 2;
      const head = heads.toSorted((one, other) => Math.abs(one.x - at) - Math.abs(other.x - at))[0];
      if (!head) continue;
      taken.add(run);
      found.set(head.path, [...(found.get(head.path) ?? []), run]);
    }
    for (const [path, runs] of found) putRuns(draft, path, inLine(runs));
  }
};

const inLine = (runs: readonly Run[]): readonly Run[] =>
  runs.toSorted((one, other) => one.box.x - other.box.x);

/** The total with tax, anywhere on the page: the figure is found by its label, the words by their form. */
const putGross = (draft: InvoiceDraft, form: Form, taken: Set<Run>): void => {
  for (const label of [...labelled(form, 'grossFigure'), ...labelled(form, 'grossWords')]) {
    const row = form.values.filter(
      (run) => !taken.has(run) && isOnRow(run, label) && run.box.x > label.box.x,
    );
    const figure = row.filter(({ text }) => /^[¥￥\s\d.,+\-−－]+$/.test(text));
    if (figure.length === 0) continue;
    for (const run of figure) taken.add(run);
    putRuns(draft, 'grossTotal', inLine(figure));
  }
  const words = form.values.find((run) => !taken.has(run) && parseCapitalAmount(run.text) !== null);
  if (!words) return;
  taken.add(words);
  putRuns(draft, 'grossTotalWords', [words]);
};

/** Free text next to its label: the remark, the cipher area. */
const putArea = (
  draft: InvoiceDraft,
  path: FieldPath,
  form: Form,
  label: Run | undefined,
  taken: Set<Run>,
): void => {
  if (!label) return;
  const above = [...labelled(form, 'grossWords'), ...labelled(form, 'sums')].map(bottom);
  const below = [...form.heads.map(({ run }) => run), ...labelled(form, 'drawer')].map(({ box }) => box.y);
  const top = Math.max(0, ...above.filter((y) => y < middle(label)));
  const end = Math.min(Infinity, ...below.filter((y) => y > middle(label)));
  const reach = top === 0 ? label.box.y - 1.5 * label.size : top;
  const runs = form.values.filter(
    (run) =>
      !taken.has(run) &&
      run.box.x >= right(label) - 0.3 * run.size &&
      middle(run) > reach &&
      bottom(run) < end + 0.3 * run.size,
  );
  for (const run of runs) taken.add(run);
  // A text inside a remark that looks like a label is part of the remark.
  const lines = [...new Set(runs.map((run) => run.whole ?? run))].toSorted(
    (one, other) => one.baseline - other.baseline || one.box.x - other.box.x,
  );
  putRuns(draft, path, lines, textOfRuns(lines, '\n'));
};

const distance = (run: Run, label: Run): number => {
  const across = Math.max(0, run.box.x - right(label)) / label.size;
  const down = Math.abs(middle(run) - middle(label)) / label.size;
  return across * 0.25 + down * 1.6;
};
/** Maximum distance between a label and its value, in ems. */
const [mostDown, mostAcross] = [1.7, 22];

const isNear = (run: Run, label: Run): boolean =>
  run.box.x >= label.box.x + Math.min(0.5 * label.box.w, label.size) &&
  run.box.x - right(label) < mostAcross * label.size &&
  Math.abs(middle(run) - middle(label)) < mostDown * label.size;

/** The party of a label: the one with the nearest marker; without markers the first block is the buyer's. */
const roleOf = (label: Run, form: Form): PartyRole | null => {
  const markers = (['buyer', 'seller'] as const).flatMap((role) =>
    labelled(form, role).map((run) => ({ role, run })),
  );
  const roles = new Set(markers.map(({ role }) => role));
  if (roles.size < 2) return null;
  const far = ({ run }: { readonly run: Run }): number =>
    (run.box.x > label.box.x ? 1000 : label.box.x - run.box.x) +
    Math.max(0, run.box.y - middle(label), middle(label) - bottom(run)) * 3;
  return markers.toSorted((one, other) => far(one) - far(other))[0]?.role ?? null;
};

const pathOf = ({ key, run }: Label, form: Form): FieldPath | null => {
  switch (key) {
    case 'code':
    case 'number':
    case 'issueDate':
    case 'checkCode':
    case 'machineNumber':
    case 'payee':
    case 'reviewer':
    case 'drawer':
      return key;
    case 'party.name':
    case 'party.taxId':
    case 'party.addressPhone':
    case 'party.bankAccount': {
      const role = roleOf(run, form);
      return role === null ? null : key.replace('party', role);
    }
    case 'grossWords':
    case 'grossFigure':
    case 'sums':
    case 'buyer':
    case 'seller':
    case 'remark':
    case 'cipher':
    case 'nothing':
      return null;
    default:
      return key satisfies never;
  }
};

/** Assigns each remaining text to the nearest label. */
const putLabelled = (draft: InvoiceDraft, form: Form, taken: Set<Run>): void => {
  const found = new Map<FieldPath, { readonly run: Run; readonly far: number }[]>();
  for (const run of form.values) {
    if (taken.has(run)) continue;
    const near = form.labels.filter((label) => isNear(run, label.run));
    const label = near.toSorted((one, other) => distance(run, one.run) - distance(run, other.run))[0];
    const path = label && pathOf(label, form);
    if (path) found.set(path, [...(found.get(path) ?? []), { run, far: distance(run, label.run) }]);
  }
  for (const [path, near] of found) {
    const nearest = near.toSorted((one, other) => one.far - other.far)[0]?.run;
    // Only words wrap: a figure or a code is on one line.
    const runs = near
      .map(({ run }) => run)
      .filter((run) => fieldOf(path)?.kind === 'text' || (nearest && isOnRow(run, nearest)));
    putRuns(
      draft,
      path,
      runs.toSorted((one, other) => one.baseline - other.baseline || one.box.x - other.box.x),
    );
  }
};

/** Part of a name may be missing. */
const cutRowsFinding = (lineCount: number): ReaderFinding => ({
  id: 'rows-settled',
  fields: Array.from({ length: lineCount }, (_, index) => `lines.${index}.name`),
  message: readerFindingTexts.ofdTable,
});

const titleOf = (runs: readonly Run[]): string | null =>
  runs
    .filter(({ text }) => /发\s*票/.test(text) && /专用|普通/.test(text))
    .toSorted((one, other) => other.size - one.size)[0]
    ?.text.replace(/\s+/g, '') ?? null;

/**
 * Reads the text of the pages by position: separates labels from values, and reads the goods table by its
 * columns.
 * @param pages runs of each page, joined
 */
export const readOfdText = (pages: readonly (readonly Run[])[]): InvoiceDraft => {
  const draft = newInvoiceDraft();
  const cells: Cell[] = [];
  let isCut = false;
  for (const all of pages) {
    const runs = all.map(withoutWatermark).filter((run) => run !== null);
    draft.title ??= titleOf(runs);
    const form = readForm(runs);
    const taken = new Set<Run>();
    putJourneys(draft, takeBlock(runs, form, taken));
    const table = cellsIn(form, taken);
    cells.push(...table.cells);
    isCut ||= table.isCut;
    putSums(draft, form, taken);
    putGross(draft, form, taken);
    putArea(draft, 'remark', form, labelled(form, 'remark')[0], taken);
    putArea(draft, 'cipherArea', form, labelled(form, 'cipher')[0], taken);
    putLabelled(draft, form, taken);
  }
  putRows(draft, cells);
  if (isCut) draft.findings.push(cutRowsFinding(draft.lineCount));
  return draft;
};
