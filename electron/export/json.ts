import type { Quad } from '../../shared/geometry.ts';
import type { Origins } from '../../shared/invoice/model.ts';
import { describeStep } from '../../shared/invoice/steps.ts';
import type { Language } from '../../shared/language.ts';
import type { Check } from '../../shared/contract/page.ts';
import { describeFailure } from '../../shared/services/catalogue.ts';
import type { Region, TextBlock } from '../../shared/services/regions.ts';
import type { Face } from '../../shared/face/model.ts';
import type { ExportPage } from './export-page.ts';
import { stateOf } from './page-words.ts';

type Corner = readonly [number, number];

/** Top-left, top-right, bottom-right, bottom-left, in the sent picture's pixels. */
const cornersOf = (quad: Quad | null): readonly Corner[] | null =>
  quad === null ? null : quad.map(({ x, y }): Corner => [x, y]);

const errorOf = ({ service, failure }: ExportPage, language: Language) =>
  failure === null
    ? null
    : {
        kind: failure.kind,
        code: failure.code,
        ...describeFailure(service, failure, language),
        retryable: failure.retryable,
      };

const sentOf = ({ sent }: ExportPage) => {
  if (sent === null) return null;
  const { encoding, width, height, bytes, sha256 } = sent;
  return { encoding, width, height, bytes, sha256 };
};

const originsOf = (origins: Origins, language: Language) =>
  Object.fromEntries(
    Object.entries(origins).map(([field, { raw, score, quad, steps }]) => [
      field,
      { raw, score, quad: cornersOf(quad), steps: steps.map((step) => describeStep(step, language)) },
    ]),
  );

const blockOf = ({ key, value, recognized, quad, lines }: TextBlock) => ({
  key,
  value,
  recognized,
  quad: cornersOf(quad),
  lines: lines.map((line) => ({ ...line, quad: cornersOf(line.quad) })),
});

const regionOf = ({ id, type, quad, blocks }: Region) => ({
  id,
  type,
  quad: cornersOf(quad),
  blocks: blocks.map(blockOf),
});

const checkOf = ({ id, level, message, fields }: Check, language: Language) => ({
  id,
  level,
  message: message[language],
  fields,
});

const faceOf = ({ index, score, box, points, attributes }: Face) => ({
  index,
  score,
  box,
  points,
  attributes,
});

/** `invoice` and what belongs to it stand for the one service, `faces` for the other. */
const resultOf = ({ service, invoice, faces }: ExportPage, language: Language) =>
  service === 'face-detect'
    ? { faces: (faces ?? []).map(faceOf) }
    : {
        invoice: invoice?.value ?? null,
        origins: originsOf(invoice?.origins ?? {}, language),
        regions: (invoice?.regions ?? []).map(regionOf),
        checks: (invoice?.checks ?? []).map((check) => checkOf(check, language)),
      };

const pageOf = (page: ExportPage, language: Language) => ({
  source: page.source,
  page: page.page,
  service: page.service,
  state: stateOf(page),
  sid: page.sid,
  reused: page.reused,
  sandbox: page.sandbox,
  sent: sentOf(page),
  error: errorOf(page, language),
  ...resultOf(page, language),
});

/**
 * The JSON export: an array with one object a page, those that failed among them. What was not read is null;
 * amounts are decimal strings, dates ISO 8601.
 */
export const pagesToJson = (pages: readonly ExportPage[], language: Language): string =>
  `[${pages.map((page) => `\n${JSON.stringify(pageOf(page, language), null, 2)}`).join(',')}\n]\n`;
