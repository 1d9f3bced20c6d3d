import type { TableHead } from '../../document/page-text/columns.ts';
import type { PageGlyph } from '../../document/page-text/glyphs.ts';
import { textRowsOf, type TextRow } from '../../document/page-text/rows.ts';
import { scanTableHead } from './head-row.ts';
import { missingHeadOf } from './missing-head.ts';
import type { ScanPage } from './scan-glyphs.ts';

/** A label whose characters stand one below the other, some of which may not have been read. */
type Upright = {
  readonly area: 'buyer' | 'seller' | 'cipher' | 'remark';
  readonly x0: number;
  readonly x1: number;
  readonly top: number;
  readonly bottom: number;
  readonly glyphs: readonly PageGlyph[];
};

/** The parts of a form. Heights are baselines. */
export type Areas = {
  readonly rows: readonly TextRow[];
  readonly head: TableHead;
  /** The row of sums; null if its label was not read. */
  readonly sums: number | null;
  /** The row of the total with tax; the end of the page if the invoice goes on after it. */
  readonly gross: number;
  /** The row of persons below the form; the end of the page if there is none. */
  readonly persons: number;
  /** Where the buyer's area begins. */
  readonly partyTop: number;
  /** Both parties stand side by side above the goods. */
  readonly isDigital: boolean;
  /** Left and right edge of the upright labels between both halves of the form. */
  readonly divide: { readonly x0: number; readonly x1: number };
  /** Right edge of the upright labels on the left. */
  readonly left: number;
  readonly cipher: readonly TextRow[];
  /** Characters of upright labels that only one party has: 购, 买, 销, 售. */
  readonly partySigns: readonly PageGlyph[];
};

const words = [
  ['buyer', '购买方信息'],
  ['buyer', '购货单位'],
  ['seller', '销售方信息'],
  ['seller', '销货单位'],
  ['cipher', '密码区'],
  ['remark', '备注'],
] as const;

/** A line of few characters, as a detector cuts an upright label. */
const isShort = (glyph: PageGlyph, { read }: ScanPage): boolean =>
  (read.get(glyph)?.line.glyphs.length ?? 9) <= 2;

/** Whether a character belongs to an upright label of a party, of which only that party has it. */
const isPartySign = (glyph: PageGlyph, page: ScanPage): boolean =>
  /[购买销售]/u.test(glyph.text) &&
  isShort(glyph, page) &&
  (page.read.get(glyph)?.line.glyphs ?? []).every(({ alternatives: [first] }) =>
    /^[购买方货单位销售信息]/u.test(first?.text ?? ''),
  );

const centre = ({ x0, x1 }: PageGlyph): number => (x0 + x1) / 2;

/** Characters of a column of text, and their largest distance in type sizes if some of them were not read. */
const [leastStacked, stackedGap] = [5, 5.5];

/**
 * The name of the sheet, such as 第三联发票联购买方记账凭证: characters one below the other beside the form, past the head
 * of its table.
 */
const sheetNameOf = (page: ScanPage, head: TableHead): ReadonlySet<PageGlyph> => {
  const left = Math.min(...head.columns.map(({ x0 }) => x0));
  const right = Math.max(...head.columns.map(({ x1 }) => x1));
  const inColumn = (glyph: PageGlyph, other: PageGlyph): boolean =>
    Math.abs(centre(glyph) - centre(other)) < 0.7 * head.size;
  const beside = page.glyphs
    .filter((glyph) => isShort(glyph, page) && (centre(glyph) < left || centre(glyph) > right))
    .toSorted((a, b) => a.y - b.y);
  const stacks: PageGlyph[][] = [];
  for (const glyph of beside) {
    const stack = stacks.find((one) => {
      const last = one.at(-1);
      return last !== undefined && inColumn(glyph, last) && glyph.y - last.y < stackedGap * head.size;
    });
    if (stack) stack.push(glyph);
    else stacks.push([glyph]);
  }
  const long = stacks.filter(({ length }) => length >= leastStacked);
  const stacked = new Set(long.flat());
  const isSheetName = (stack: readonly PageGlyph[]): boolean => {
    const [top, bottom] = [stack[0]?.y ?? 0, stack.at(-1)?.y ?? 0];
    if (top > head.top + head.size || bottom < head.bottom + 2 * head.size) return false;
    const [x0, x1] = [Math.min(...stack.map((one) => one.x0)), Math.max(...stack.map((one) => one.x1))];
    // Upright labels and ends of wrapped names stand in one column, too, but beside the starts of names.
    const isOutside = (glyph: PageGlyph): boolean => centre(glyph) < x0 || centre(glyph) > x1;
    const inner = page.glyphs.filter(({ y }) => y > head.top - 0.5 * head.size && y < bottom);
    const others = inner.filter((glyph) => !stacked.has(glyph));
    const isLeft = x1 < right;
    return others.every((glyph) => isOutside(glyph) && (isLeft ? glyph.x0 > x0 : glyph.x1 < x1));
  };
  const names = long.filter(isSheetName);
  // Characters of it that were not read leave large gaps.
  const isBelow = (stack: readonly PageGlyph[]): boolean =>
    names.some(([first]) => first !== undefined && stack.every((glyph) => inColumn(glyph, first)));
  return new Set([...names, ...stacks.filter(isBelow)].flat());
};

/** Upright labels: at least two characters of a word in one column, in their order. */
const uprightsOf = (glyphs: readonly PageGlyph[], page: ScanPage): readonly Upright[] => {
  const lone = glyphs.filter((glyph) => isShort(glyph, page));
  const found: Upright[] = [];
  const taken = new Set<PageGlyph>();
  for (const [area, word] of words) {
    const candidates = lone.filter((glyph) => word.includes(glyph.text) && !taken.has(glyph));
    for (const start of candidates.toSorted((a, b) => a.y - b.y)) {
      if (taken.has(start)) continue;
      const stack = [start];
      let last = start;
      for (const glyph of candidates) {
        if (taken.has(glyph) || glyph.y <= last.y + 0.5 * last.size || glyph.y - last.y > 6.5 * last.size)
          continue;
        if (Math.abs(glyph.x0 - start.x0) > start.size) continue;
        if (word.indexOf(glyph.text) <= word.indexOf(last.text)) continue;
        stack.push(glyph);
        last = glyph;
      }
      if (stack.length < 2) continue;
      for (const glyph of stack) taken.add(glyph);
      found.push({
        area,
        x0: Math.min(...stack.map(({ x0 }) => x0)),
        x1: Math.max(...stack.map(({ x1 }) => x1)),
        top: start.y,
        bottom: last.y,
        glyphs: stack,
      });
    }
  }
  return found;
};

/** Text of the cipher area: digits and signs without words. */
const isCipherText = (text: string): boolean => {
  const signs = text.replace(/[^+\-*/<>]/gu, '').length;
  const foreign = text.replace(/[\d+\-*/<>]/gu, '').length;
  return text.length >= 8 && signs >= 3 && foreign <= 0.25 * text.length;
};

const isGross = ({ text }: TextRow): boolean => /价税合|税合计|[(（]?大写[)）]?|小写/u.test(text);
const isPersons = ({ text }: TextRow): boolean => /收款人|复核|开票人|[(]章[)]/u.test(text);

/** The row of sums between the goods and the total with tax: 合 and 计 far apart, or together. */
const sumsOf = (rows: readonly TextRow[], head: TableHead, gross: number, size: number): number | null => {
  const edge = head.columns.find(({ key }) => key === 'amount')?.x0 ?? Infinity;
  const found = rows.findLast((row) => {
    if (row.y <= head.bottom + 0.5 * size || row.y > gross - 0.6 * size) return false;
    const han = row.glyphs.filter(({ text, x1 }) => x1 < edge && /\p{Script=Han}/u.test(text));
    const label = han.map(({ text }) => text).join('');
    return /^合?计$|^合$|^小计$/u.test(label) || (/^(?:合|小?计)/u.test(label) && row.text.includes('¥'));
  });
  if (found) return found.y;
  return (
    rows.findLast((row) => row.y > head.bottom && row.y < gross - 0.6 * size && row.text.startsWith('¥'))
      ?.y ?? null
  );
};

/** A buyer's area begins this far above the row of the name, in type sizes. A row of the header may stand right above it. */
const aboveName = 0.6;

/** The type of a form differs less in size. */
const largest = 1.5;

/** The label of a page's own sums, whose characters stand far apart, and what follows the goods besides. */
const sumLabel = /^(?:[小合总].{0,2}计|[小合总])$/u;
const behindGoods = /^(?:备注|注:|填开日期|第\d+页|共\d+页)/u;

/** The row below the goods of a page whose invoice goes on: a sum of the page, a remark or a number of pages. */
const endOfPart = (rows: readonly TextRow[], { columns, bottom, size }: TableHead): number | null => {
  const edge = columns.find(({ key }) => key === 'quantity' || key === 'amount')?.x0 ?? Infinity;
  const found = rows.find(({ y, text, glyphs }) => {
    if (y <= bottom + size) return false;
    const label = glyphs.filter(({ x1 }) => x1 < edge).map((glyph) => glyph.text);
    return sumLabel.test(label.join('')) || /^[小合总]计/u.test(text) || behindGoods.test(text);
  });
  return found?.y ?? null;
};

/** Divides a page into the areas of a form; null if there is no table of goods. */
export const areasOf = (page: ScanPage): Areas | null => {
  const found = textRowsOf(page.glyphs);
  const head = scanTableHead(found) ?? missingHeadOf(found);
  if (!head) return null;
  const sheetName = sheetNameOf(page, head);
  const onForm = page.glyphs.filter((glyph) => !sheetName.has(glyph));
  const uprights = uprightsOf(onForm, page);
  const inUpright = new Set(uprights.flatMap(({ glyphs }) => glyphs));
  const rest = onForm.filter((glyph) => !inUpright.has(glyph));
  const all = textRowsOf(rest);
  const { size } = head;
  const grossRow = all.find((row) => row.y > head.bottom + size && isGross(row));
  const gross = grossRow?.y ?? Infinity;
  const personRow = all.findLast((row) => row.y > gross + size && isPersons(row));
  const persons = personRow?.y ?? Infinity;
  const isCipher = ({ run }: PageGlyph): boolean => cipherRuns.has(run);
  const cipherRuns = new Set<number>();
  for (const [run, glyphs] of Map.groupBy(rest, (glyph) => glyph.run)) {
    const y = glyphs[0]?.y ?? 0;
    if (y < head.top - 0.5 * size && isCipherText(glyphs.map(({ text }) => text).join('')))
      cipherRuns.add(run);
  }
  const cipherGlyphs = rest.filter(isCipher);
  const middle = (head.columns[0]?.x0 ?? 0) * 0.5 + (head.columns.at(-1)?.x1 ?? 0) * 0.5;
  const cipherLeft = Math.min(Infinity, ...cipherGlyphs.map(({ x0 }) => x0));
  const isRight = ({ x0 }: Upright): boolean => x0 > middle - 8 * size;
  const between = uprights.filter(isRight);
  const isDigital =
    cipherGlyphs.length === 0 &&
    (all.some(({ text }) => /电子发票\(|统一社会信用/u.test(text)) ||
      // Either party may stand on the right.
      between.some(({ area, bottom }) => (area === 'seller' || area === 'buyer') && bottom < head.top));
  const names = all.flatMap((row) =>
    row.y < head.top - 0.5 * size
      ? [...row.text.matchAll(/称:/gu)].map(({ index }) => row.glyphs[index])
      : [],
  );
  const second = names.findLast((glyph) => glyph !== undefined && glyph.x0 > middle - 3 * size);
  const edges = between.map(({ x0 }) => x0);
  const fallback = isDigital
    ? second
      ? second.x0 - 3 * size
      : middle
    : cipherLeft < Infinity && cipherLeft > middle - 4 * size
      ? cipherLeft - 2.4 * size
      : middle + 3 * size;
  const x0 = edges.length > 0 ? Math.min(...edges) : fallback;
  const x1 = edges.length > 0 ? Math.max(...between.map((one) => one.x1)) : fallback + size;
  const firstName = names.find((glyph) => glyph !== undefined);
  const tops = uprights.filter(({ bottom }) => bottom < head.top).map(({ top }) => top);
  const partyTop = firstName
    ? firstName.y - aboveName * size
    : Math.min(head.top - 4 * size, ...tops.map((top) => top - size));
  const leftEdges = uprights.filter((one) => !isRight(one)).map((one) => one.x1);
  const left = leftEdges.length > 0 ? Math.max(...leftEdges) : -Infinity;
  // Left over characters of upright labels belong to no value.
  const isLeftOver = (glyph: PageGlyph): boolean =>
    isShort(glyph, page) &&
    (/[密码区备注]/u.test(glyph.text)
      ? Math.abs(glyph.x0 - x0) < 1.5 * size
      : /[购买方货单位销售信息]/u.test(glyph.text) && (glyph.x0 <= left || Math.abs(glyph.x0 - x0) < size));
  // Large signs between the goods and the sums are parts of a stamp.
  const isStamp = (glyph: PageGlyph): boolean =>
    glyph.size > largest * size && glyph.y > head.bottom && glyph.y < gross + 0.5 * size;
  const isUseful = (glyph: PageGlyph): boolean =>
    !isCipher(glyph) &&
    !isStamp(glyph) &&
    !(glyph.y < head.top - 0.5 * size || glyph.y > gross + 0.5 * size ? isLeftOver(glyph) : false);
  return {
    rows: textRowsOf(rest.filter(isUseful)),
    head,
    sums: grossRow ? sumsOf(all, head, gross, size) : endOfPart(all, head),
    gross,
    persons,
    partyTop,
    isDigital,
    divide: { x0, x1 },
    left,
    cipher: textRowsOf(cipherGlyphs),
    partySigns: onForm.filter((glyph) => isPartySign(glyph, page)),
  };
};
