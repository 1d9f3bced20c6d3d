import type { ElementKey } from '../../shared/services/elements.ts';
import type { ImageEncoding } from '../../shared/services/service.ts';

/** Supported kinds: paper (01, 04), electronic (08, 10) and fully digital (31, 32). */
export type DrawnKind = '01' | '04' | '08' | '10' | '31' | '32';

export type DrawnParty = {
  readonly name: string;
  readonly taxId: string;
  /** Not printed on the fully digital kinds. */
  readonly addressPhone: string;
  readonly bankAccount: string;
};

/** A line item as printed; an empty text leaves its cell empty. */
export type DrawnLine = {
  /** The layout wraps it to the width of its column. */
  readonly name: string;
  readonly model: string;
  readonly unit: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly amount: string;
  readonly taxRate: string;
  readonly tax: string;
};

/** Everything printed on an invoice. Nothing is computed: a wrong sum is printed as given. */
export type DrawnInvoice = {
  readonly kind: DrawnKind;
  /** Province or city of the tax bureau, printed in the title and the seal. */
  readonly region: string;
  /** 10 or 12 digits; empty on the fully digital kinds. */
  readonly code: string;
  /** 8 digits, or 20 on the fully digital kinds. */
  readonly number: string;
  /** ISO 8601. */
  readonly issueDate: string;
  /** 12 digits; empty on the fully digital kinds. */
  readonly machineNumber: string;
  /** 20 digits on the ordinary and electronic kinds, otherwise empty. */
  readonly checkCode: string;
  /** Four lines; none on the fully digital kinds. */
  readonly cipherArea: readonly string[];
  readonly buyer: DrawnParty;
  readonly seller: DrawnParty;
  readonly lines: readonly DrawnLine[];
  /** Digits without a currency sign; `***` if nothing is taxed. */
  readonly total: string;
  readonly taxTotal: string;
  readonly grossTotal: string;
  readonly grossTotalWords: string;
  readonly remarks: readonly string[];
  readonly payee: string;
  readonly reviewer: string;
  readonly issuer: string;
};

/** How the picture was taken of the printed sheet. */
export type Capture =
  | { readonly kind: 'flat' }
  /** Turned on the scanner's glass, in degrees clockwise. */
  | { readonly kind: 'scan'; readonly degrees: number }
  /** Photographed on a desk: turned, with perspective, shadow, uneven light and noise. */
  | { readonly kind: 'photo'; readonly degrees: number; readonly seed: number };

/** A stain on a printed value: a red stamp across its last digits, or ink that hides it completely. */
export type Stain = { readonly element: ElementKey; readonly kind: 'stamp' | 'ink' };

/** How the picture looks and how readable it is. */
export type Appearance = {
  readonly encoding: Extract<ImageEncoding, 'jpg' | 'png' | 'bmp'>;
  /** Colour of the printed form. */
  readonly tint: 'brown' | 'green' | 'blue';
  readonly capture: Capture;
  readonly sealShape: 'oval' | 'round';
  /** Pixels per unit of the sheet, which is about 1600 units wide. */
  readonly scale: number;
  readonly stains: readonly Stain[];
  /** Recognition scores of an element's lines, instead of the usual 0.95 to 0.99. */
  readonly scores: Readonly<Partial<Record<ElementKey, readonly number[]>>>;
  /** Elements that are detected but unreadable: `ocr_flag` 0. */
  readonly unreadable: readonly ElementKey[];
};

export const plainAppearance: Appearance = {
  encoding: 'png',
  tint: 'brown',
  capture: { kind: 'flat' },
  sealShape: 'oval',
  scale: 1,
  stains: [],
  scores: {},
  unreadable: [],
};
