import { isDigitalReader } from '../../shared/invoice/complete.ts';
import { isUntreated } from '../../shared/contract/preparation.ts';
import type { PageRow } from '../store/records/page.ts';

type Shown = Pick<
  PageRow,
  'service' | 'picture' | 'preparation' | 'treatment' | 'originalSha256' | 'qr' | 'drawn'
>;

/** A page drawn from mere data (XML) is laid out here, and has no code. */
export const mayShowCode = ({ preparation }: Pick<PageRow, 'preparation'>): boolean =>
  preparation?.format !== 'xml' || preparation.rendition !== undefined;

/** SHA-256 of the file that the page's picture was drawn from; null if it is no drawn page of a PDF or OFD. */
export const drawnFile = ({
  service,
  picture,
  preparation,
  treatment,
  originalSha256,
}: Shown): string | null => {
  if (service !== 'vat-invoice' || !picture || !preparation || !isUntreated(treatment)) return null;
  if (preparation.rendition) return preparation.rendition.sha256;
  return preparation.format === 'pdf' || preparation.format === 'ofd' ? originalSha256 : null;
};

/** Whether a page's picture was never searched for codes. */
export const needsQr = ({ service, picture, qr }: Shown): boolean =>
  service === 'vat-invoice' && picture !== null && qr === undefined;

/** Whether a page was drawn from a file with whose data it was not compared. */
export const needsLook = (page: Shown): boolean => {
  const file = drawnFile(page);
  return file !== null && page.drawn?.file !== file;
};

type Read = Shown & Pick<PageRow, 'reader'>;

/** Values that were read on the picture itself have no data to be compared with. */
const hasData = ({ reader }: Read): boolean => reader !== null && isDigitalReader(reader);

/**
 * Whether a page's own witnesses may still object to its values: it was not drawn, not searched for codes, or not
 * compared with the data of its file.
 */
export const awaitsWitness = (page: Read): boolean =>
  page.service === 'vat-invoice' &&
  mayShowCode(page) &&
  (page.picture === null ? page.reader !== 'xml' : needsQr(page) || (hasData(page) && needsLook(page)));
