import type { Quad } from '../../shared/geometry.ts';
import { isDigitalReader } from '../../shared/invoice/complete.ts';
import {
  compareReaders,
  compareRenditions,
  compareWithRecognition,
} from '../../shared/invoice/checks/compare-extractions.ts';
import { outcome } from '../../shared/invoice/checks/outcome.ts';
import type { InvoiceExtraction } from '../../shared/invoice/extraction.ts';
import type { Finding } from '../../shared/invoice/finding.ts';
import type { FieldPath, Origin, Origins } from '../../shared/invoice/model.ts';
import type { InvoiceRead } from '../../shared/invoice/read-invoice.ts';
import { placeOnSent } from '../../shared/page-geometry.ts';
import { layoutForm } from '../extract/document/form/layout-form.ts';
import type { Extraction } from '../store/records/extraction.ts';
import type { PageRow } from '../store/records/page.ts';

type Of<Row, Key extends keyof NonNullable<Row>> = Pick<NonNullable<Row>, Key> | null;

/** The page of a file, and the picture that was made from it. */
type PicturedPage = Pick<PageRow, 'page'> & {
  readonly picture: Of<PageRow['picture'], 'width' | 'height'>;
  readonly preparation: Of<PageRow['preparation'], 'format' | 'page' | 'treatment' | 'rendition'>;
};

/** Whether a row's picture was drawn from the file of this extraction. */
export const isDrawnFrom = (
  { preparation }: Pick<PicturedPage, 'preparation'>,
  { reader, from }: InvoiceExtraction,
): boolean =>
  preparation?.rendition ? preparation.rendition.sha256 === from?.sha256 : preparation?.format === reader;

/**
 * The place of a value on a page, in the page's units; null if it is on another page. An XML file has no page: its
 * form is laid out here, by the same rules as its picture. Each of its invoices has its own form.
 */
const placesIn = (
  extraction: InvoiceExtraction,
  shownPage: number,
): ((path: FieldPath, origin: Origin) => Quad | null) => {
  if (extraction.reader !== 'xml') return (_, { quad, page = 1 }) => (page === shownPage ? quad : null);
  const { places } = layoutForm(extraction);
  return (path) => places.get(path) ?? null;
};

/**
 * Transforms places from the units of the page to the pixels of its picture; null if they are on another
 * page.
 * @param drawn the extraction from the file that the picture shows, if that is another one than the
 * extraction's own
 */
export const originsOnPicture = (
  extraction: InvoiceExtraction,
  row: PicturedPage,
  drawn: InvoiceExtraction,
): Origins => {
  const { picture, preparation } = row;
  const isShown = picture !== null && preparation !== null && isDrawnFrom(row, drawn);
  const onPicture = isShown ? placeOnSent(preparation.page, picture, preparation.treatment) : null;
  const placeOf = onPicture === null ? null : placesIn(drawn, preparation?.rendition?.page ?? row.page);
  const hasSameLines = drawn.invoice.lines.length === extraction.invoice.lines.length;
  const placed = Object.entries(extraction.origins).map(([path, origin]) => {
    const there = path.startsWith('lines.') && !hasSameLines ? undefined : drawn.origins[path];
    const quad = there ? (placeOf?.(path, there) ?? null) : null;
    return [path, { ...origin, quad: quad && (onPicture?.(quad) ?? null) }] as const;
  });
  return Object.fromEntries(placed);
};

/** The places of a scan's values. They are pixels of the picture that was read: another one does not show them. */
export const originsOnScan = (
  { origins, picture }: InvoiceExtraction,
  row: Pick<PageRow, 'picture'>,
): Origins =>
  row.picture !== null && row.picture.sha256 === picture
    ? origins
    : Object.fromEntries(
        Object.entries(origins).map(([path, origin]) => [path, { ...origin, quad: null }] as const),
      );

/** Whether a finding names the numbers of all invoices on a picture. */
const isAboutNumbers = ({ id, fields }: InvoiceRead['findings'][number]): boolean =>
  id === 'several-invoices' && fields.includes('number');

type Kept = Pick<Extraction, 'id' | 'reader' | 'payload' | 'callId'>;

/**
 * The differences between the page's other extractions and the shown one: from its other files, and from the
 * service. Only the newest extraction of each reader counts.
 * @param picture digest of the page's picture
 */
export const compareExtractions = (
  shown: Kept,
  value: InvoiceRead['invoice'],
  all: readonly Kept[],
  picture: string | undefined,
  read: (id: number) => InvoiceRead | null,
): readonly Finding[] => {
  const newest = new Map(all.map((one) => [one.reader, one]));
  newest.delete(shown.reader);
  // A call reads one invoice of a picture, or mixes them: it is no witness for one of several.
  if (shown.payload?.part) for (const { reader, callId } of all) if (callId !== null) newest.delete(reader);
  const isSaid = read(shown.id)?.findings.some(isAboutNumbers) === true;
  // What another reader found about the same picture holds for this one, too.
  const several = [...newest.values()].flatMap(({ payload }) =>
    !isSaid && payload?.reader === 'local' && payload.picture === picture
      ? payload.findings
          .filter(isAboutNumbers)
          .map(({ id, fields, message }) => outcome(id, 'error', fields, message))
      : [],
  );
  const others = [...newest.values()].flatMap((one) => {
    const { invoice } = one.payload ?? read(one.id) ?? {};
    return invoice ? [{ reader: one.reader, invoice }] : [];
  });
  const mine = { reader: shown.reader, invoice: value };
  const [files, calls] = [
    others.filter(({ reader }) => isDigitalReader(reader)),
    others.filter(({ reader }) => !isDigitalReader(reader)),
  ];
  if (isDigitalReader(shown.reader))
    return [...compareRenditions(mine, files), ...calls.map((call) => compareWithRecognition(mine, call))];
  return [
    ...several,
    ...files.map((file) => compareWithRecognition(file, mine)),
    ...calls.flatMap((call) => compareReaders(mine, call)),
  ];
};
