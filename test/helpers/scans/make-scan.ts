import { qrSymbol, qrText } from '../../samples/qr.ts';
import type { Invoice } from '../../../shared/invoice/model.ts';
import { randomFrom, type Random } from '../random.ts';
import { makeContent, type ScanForm } from './content.ts';
import { degradations, degrade, scaleOf, type Degradation } from './degrade.ts';
import { layOutDigitalForm, layOutVatForm } from './layout-forms.ts';
import { makeStyle } from './layout-style.ts';
import { drawPrinted, requireScanFonts, type PrintedSheet } from './print.ts';

const forms: readonly ScanForm[] = ['paper', 'electronic', 'digital'];

/** An invoice on paper, before a picture is taken of it. */
export type ScanSheet = {
  readonly seed: number;
  readonly form: ScanForm;
  readonly degradation: Degradation;
  readonly sheet: PrintedSheet;
  readonly truth: Invoice;
  /** The text of the QR code; null if none is printed. */
  readonly qr: string | null;
  readonly random: Random;
};

const sheetOf = async (seed: number, isSellerFirst: boolean): Promise<ScanSheet> => {
  requireScanFonts();
  const random = randomFrom(seed);
  const form = forms[seed % forms.length] ?? 'paper';
  const degradation = degradations[Math.floor(seed / forms.length) % degradations.length] ?? 'clean';
  const content = makeContent(random, form);
  const style = makeStyle(random, form, isSellerFirst);
  const text = qrText(content.invoice);
  const symbol = await qrSymbol(text);
  const sheet = (form === 'digital' ? layOutDigitalForm : layOutVatForm)(random, content, style, symbol);
  const hasQr = sheet.items.some(({ kind }) => kind === 'qr');
  return { seed, form, degradation, sheet, truth: content.invoice, qr: hasQr ? text : null, random };
};

/** The same seed always gives the same sheet; fifteen seeds in a row show each form in each degradation. */
export const makeSheet = (seed: number): Promise<ScanSheet> => sheetOf(seed, false);

/** The sheet of a seed with the parties the other way round. */
export const makeSellerFirst = (seed: number): Promise<ScanSheet> => sheetOf(seed, true);

/** The picture of a sheet, as a file. */
export const pictureOf = async ({ sheet, degradation, random }: ScanSheet): Promise<Buffer> =>
  (await degrade(random, drawPrinted(sheet, scaleOf(random, degradation)), degradation)).bytes;
