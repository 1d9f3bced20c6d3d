import type { Quad } from '../geometry.ts';
import type { DecodedInvoice } from '../services/regions.ts';
import type { ElementKey } from '../services/elements.ts';
import { blocksByElement, type BlocksByElement, type ReadBlock } from './element-blocks.ts';
import {
  headerFields,
  headerKeys,
  partyElements,
  partyFields,
  partyKeys,
  rightSideElements,
  rightSidePaths,
  type HeaderKey,
  type PartyRole,
  type ValueKind,
} from './fields.ts';
import { isInvoiceNumber, readCode } from './codes.ts';
import { kindOfInvoice } from './kind.ts';
import type { FieldPath, Invoice, Origin, Origins, Party } from './model.ts';
import { provingCode } from './qr.ts';
import {
  leastScore,
  readLines,
  repairedDateFinding,
  unreadableFinding,
  type ReaderFinding,
} from './read-lines.ts';
import { readValue } from './read-value.ts';
import { withShortValues } from './short-values.ts';
import { byAcross } from './rows/match-column.ts';
import { pageDirection, type PageDirection, placeLine } from './rows/page-direction.ts';
import { findingTexts } from '../texts/findings.ts';
import { readerFindingTexts } from '../texts/reader-findings.ts';
import { fieldLabelsOf } from './checks/outcome.ts';

/**
 * The service read one element twice with different results. The first is used, and the user must check it.
 */
const contradictionFinding = (path: FieldPath, chosen: string | null, other: string): ReaderFinding => ({
  id: 'contradicting-readings',
  fields: [path],
  message: findingTexts.response.contradicting(fieldLabelsOf([path]), chosen, other),
});

const shownPaths = 3;

/** The different invoice numbers in a response. */
export const numbersIn = (blocks: BlocksByElement): readonly string[] => {
  const { element } = headerFields.number;
  const values = (element === null ? [] : (blocks.get(element) ?? [])).map(
    ({ value }) => readCode(value).value,
  );
  return [...new Set(values)].filter((value): value is string => value !== null && isInvoiceNumber(value));
};

/** Findings about the response itself: unreadable members, and invoices that were mixed, or detected but not read. */
const responseFindings = (
  { leftOut = [], targets = 1 }: DecodedInvoice,
  blocks: BlocksByElement,
): readonly ReaderFinding[] => {
  const numbers = numbersIn(blocks);
  const paths = `${leftOut.slice(0, shownPaths).join(', ')}${leftOut.length > shownPaths ? ' …' : ''}`;
  return [
    ...(leftOut.length > 0
      ? [
          {
            id: 'reply-incomplete',
            fields: [],
            message: findingTexts.response.incomplete(leftOut.length, paths),
          },
        ]
      : []),
    ...(numbers.length > 1
      ? [
          {
            id: 'several-invoices',
            fields: ['number'],
            message: readerFindingTexts.severalInResponse(numbers),
          },
        ]
      : []),
    ...(targets > 1 && numbers.length < 2
      ? [{ id: 'several-invoices', fields: [], message: findingTexts.response.severalInvoices(targets) }]
      : []),
  ];
};

export type { ReaderFinding } from './read-lines.ts';

export type InvoiceRead = {
  readonly invoice: Invoice;
  readonly origins: Origins;
  readonly findings: readonly ReaderFinding[];
};

/**
 * Extracts an invoice from the regions of a response. Every value has an origin at its path. Unsettled or
 * unreadable values are returned as findings. `qr` has the codes of the picture's invoices, the only source of
 * the kind of a fully digital one.
 */
export const readInvoice = (decoded: DecodedInvoice, qr: string | null): InvoiceRead => {
  const blocks = blocksByElement(decoded);
  const frame = frameOf(blocks);
  const origins: Record<FieldPath, Origin> = {};
  const findings: ReaderFinding[] = [];
  const read = (path: FieldPath, element: ElementKey, kind: ValueKind): string | null => {
    const found = readElement(blocks.get(element) ?? [], kind, frame);
    if (!found) return null;
    origins[path] = found.origin;
    if (found.other !== null) findings.push(contradictionFinding(path, found.value, found.other));
    if (found.value === null) findings.push(unreadableFinding({ path, raw: found.origin.raw }));
    else if (kind === 'date' && found.origin.steps.some(({ id }) => id === 'character-read-as'))
      findings.push(repairedDateFinding(path, found.origin.raw));
    return found.value;
  };
  const header = readHeader(read);
  const rightSide = {
    code: read(rightSidePaths.code, rightSideElements.code, 'code'),
    number: read(rightSidePaths.number, rightSideElements.number, 'code'),
  };
  for (const key of ['code', 'number'] as const) {
    if (header[key] !== null || rightSide[key] === null) continue;
    header[key] = rightSide[key];
    const copied = origins[rightSidePaths[key]];
    if (copied) origins[key] = { ...copied, steps: [{ id: 'right-side-used' }, ...copied.steps] };
  }
  const buyer = readParty('buyer', read);
  const seller = readParty('seller', read);
  const goods = readLines(blocks, frame, header.total);
  for (const [path, origin] of goods.origins) origins[path] = origin;
  const code = qr === null ? null : (provingCode(qr, header.number)?.qr ?? null);
  const kind = kindOfInvoice({ ...header, title: decoded.description }, code);
  return withShortValues({
    invoice: { kind, ...header, buyer, seller, lines: goods.lines },
    origins,
    findings: [...findings, ...goods.findings, ...responseFindings(decoded, blocks)],
  });
};

const frameOf = (blocks: BlocksByElement): PageDirection | null => {
  const quads: Quad[] = [];
  for (const ofElement of blocks.values())
    for (const { lines } of ofElement) for (const { quad } of lines) if (quad) quads.push(quad);
  return pageDirection(quads);
};

type Read = (path: FieldPath, element: ElementKey, kind: ValueKind) => string | null;

const readHeader = (read: Read): Record<HeaderKey, string | null> => {
  const header: Record<HeaderKey, string | null> = {
    code: null,
    number: null,
    issueDate: null,
    checkCode: null,
    cipherArea: null,
    machineNumber: null,
    reverses: null,
    remark: null,
    payee: null,
    reviewer: null,
    drawer: null,
    total: null,
    taxTotal: null,
    grossTotal: null,
    grossTotalWords: null,
  };
  for (const key of headerKeys) {
    const { element, kind } = headerFields[key];
    if (element !== null) header[key] = read(key, element, kind);
  }
  return header;
};

const readParty = (role: PartyRole, read: Read): Party => {
  const party: Record<keyof Party, string | null> = {
    name: null,
    taxId: null,
    addressPhone: null,
    bankAccount: null,
  };
  for (const key of partyKeys)
    party[key] = read(`${role}.${key}`, partyElements[role][key], partyFields[key].kind);
  return party;
};

type FoundValue = {
  readonly value: string | null;
  readonly origin: Origin;
  /** A different value that the service read for the same element; null if all agree. */
  readonly other: string | null;
};

/** Reads an element that has one value; of several blocks the first readable one counts. */
const readElement = (
  blocks: readonly ReadBlock[],
  kind: ValueKind,
  frame: PageDirection | null,
): FoundValue | null => {
  const [first, ...more] = blocks;
  if (!first) return null;
  if (more.length === 0) return readBlock(first, kind, frame);
  const found = blocks.map((block) => readBlock(block, kind, frame));
  const chosen = found.find(({ value }) => value !== null) ?? found[0];
  if (!chosen) return null;
  const differs = found.some(({ origin }) => origin.raw !== chosen.origin.raw);
  if (!differs) return chosen;
  const steps = [...chosen.origin.steps, { id: 'another-value-ignored' }];
  const other = found.find(({ value }) => value !== null && value !== chosen.value)?.value ?? null;
  return { value: chosen.value, origin: { ...chosen.origin, steps }, other };
};

const readBlock = (block: ReadBlock, kind: ValueKind, frame: PageDirection | null): FoundValue => {
  const raw = inReadingOrder(block, frame);
  const isJoined = kind !== 'lines' && raw.includes('\n');
  const { value, steps } = readValue(isJoined ? raw.replace(/\r?\n/g, '') : raw, kind);
  const origin = {
    raw,
    score: leastScore(block.lines),
    quad: block.quad ?? onlyQuad(block),
    steps: isJoined ? [{ id: 'lines-joined' }, ...steps] : steps,
  };
  return { value, origin, other: null };
};

const onlyQuad = ({ lines }: ReadBlock) => (lines.length === 1 ? (lines[0]?.quad ?? null) : null);

/**
 * A block's text with its lines from top to bottom, if the lines have positions and contain the same text as
 * the value.
 */
const inReadingOrder = ({ value, lines }: ReadBlock, frame: PageDirection | null): string => {
  if (lines.length < 2 || !frame) return value;
  const placed = lines.flatMap((line) => placeLine(line, frame) ?? []);
  if (placed.length < lines.length) return value;
  const inOrder = byAcross(placed);
  if (inOrder === placed) return value;
  const given = value.split(/\r?\n/);
  const sorted = inOrder.map(({ text }) => text);
  const isSameText =
    given.length === sorted.length && [...given].sort().join('\n') === [...sorted].sort().join('\n');
  return isSameText ? sorted.join('\n') : value;
};
