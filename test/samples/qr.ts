import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Box } from '../../shared/geometry.ts';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

/** The modules of a QR code without its quiet zone; `dark(column, row)`. */
export type QrSymbol = { readonly modules: number; readonly dark: (column: number, row: number) => boolean };

/**
 * CRC-16/XMODEM as four hexadecimal digits. The tax bureau's own checksum is not published; this one has its
 * form.
 */
const checksum = (text: string): string => {
  let crc = 0;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
};

type Coded = { readonly kind: string } & {
  readonly [Key in 'code' | 'number' | 'total' | 'grossTotal' | 'issueDate' | 'checkCode']: string | null;
};

/** The text of the code: the amount without tax below kind 30, with tax on the fully digital kinds. */
export const qrText = (invoice: Coded): string => {
  const { kind, code, number, total, grossTotal, issueDate, checkCode } = invoice;
  const amount = Number(kind) > 30 ? grossTotal : total;
  const body = ['01', kind, code, number, amount, issueDate?.replaceAll('-', ''), checkCode, ''].join(',');
  return `${body}${checksum(body)},`;
};

let prepared = false;

/** Passes the writer its wasm as bytes, once: otherwise it would fetch it from the network. */
const prepareWriter = (): void => {
  if (prepared) return;
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
  prepared = true;
};

/** The dark modules as rectangles of a square, row by row, each as wide as its neighbours allow. */
export const darkBoxes = ({ modules, dark }: QrSymbol, x: number, y: number, side: number): readonly Box[] => {
  const step = side / modules;
  const boxes: Box[] = [];
  for (let row = 0; row < modules; row += 1)
    for (let from = 0; from < modules; from += 1) {
      if (!dark(from, row)) continue;
      let until = from + 1;
      while (until < modules && dark(until, row)) until += 1;
      boxes.push({ x: x + from * step, y: y + row * step, w: (until - from) * step, h: step });
      from = until;
    }
  return boxes;
};

export const qrSymbol = async (text: string): Promise<QrSymbol> => {
  prepareWriter();
  const written = await writeBarcode(text, {
    format: 'QRCode',
    scale: 1,
    addQuietZones: false,
    options: 'ecLevel=M',
  });
  if (written.error) throw new Error(written.error);
  const { data, width } = written.symbol;
  return { modules: width, dark: (column, row) => data[row * width + column] === 0 };
};
