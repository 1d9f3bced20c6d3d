import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import type { DrawnInvoice } from './model.ts';

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

/** The text of the code: the amount without tax below kind 30, with tax on the fully digital kinds. */
export const qrText = (invoice: DrawnInvoice): string => {
  const { kind, code, number, total, grossTotal, issueDate, checkCode } = invoice;
  const amount = Number(kind) > 30 ? grossTotal : total;
  const body = ['01', kind, code, number, amount, issueDate.replaceAll('-', ''), checkCode, ''].join(',');
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
