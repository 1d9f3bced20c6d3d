/** What identifies a page of a stack of scans. */
export type StackPage = {
  readonly code: string | null;
  readonly number: string | null;
  /** Text of the page's QR code; null if none was found. */
  readonly qr: string | null;
  readonly isBlank: boolean;
};

/** Pages of a stack by their places: invoices of one or more pages, and blank ones set apart. */
export type Stack = {
  readonly documents: readonly (readonly number[])[];
  readonly blanks: readonly number[];
};

const numberIn = (qr: string | null): string | null => {
  const parts = qr?.split(',') ?? [];
  return parts[0] === '01' && /^\d{8,20}$/u.test(parts[3] ?? '')
    ? `${parts[2] ?? ''}-${parts[3] ?? ''}`
    : null;
};

/** The QR code outranks the text: its digits carry a checksum. */
const keyOf = ({ code, number, qr }: StackPage): string | null =>
  numberIn(qr) ?? (number === null ? null : `${code ?? ''}-${number}`);

/**
 * Splits a stack of scans into documents. Pages with the same code and number are one invoice if they follow each other.
 * A page without a number stays alone, for the user to join: it may be another paper.
 * Blank backs are set apart and do not separate pages.
 */
export const splitStack = (pages: readonly StackPage[]): Stack => {
  const documents: number[][] = [];
  const blanks: number[] = [];
  let last: string | null = null;
  for (const [at, page] of pages.entries()) {
    if (page.isBlank) {
      blanks.push(at);
      continue;
    }
    const key = keyOf(page);
    const current = documents.at(-1);
    if (current && key !== null && key === last) current.push(at);
    else documents.push([at]);
    last = key;
  }
  return { documents, blanks };
};
