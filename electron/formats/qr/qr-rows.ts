import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const loadWriter = async () => {
  const { prepareZXingModule, writeBarcode } = await import('zxing-wasm/writer');
  const path = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
  const wasm = await readFile(path);
  // Passed as bytes: by default the library would fetch them from the network.
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength);
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  return writeBarcode;
};
let writer: ReturnType<typeof loadWriter> | null = null;

/**
 * A QR code of a text: its rows of modules, `1` for a dark one, without the quiet zone. Null if the text is
 * too long.
 */
export const qrRows = async (text: string): Promise<readonly string[] | null> => {
  writer ??= loadWriter();
  const write = await writer;
  const { symbol, error } = await write(text, {
    format: 'QRCode',
    options: 'ecLevel=M',
    addQuietZones: false,
  });
  if (error !== '' || symbol.width === 0) return null;
  return Array.from({ length: symbol.height }, (_, row) =>
    Array.from(symbol.data.subarray(row * symbol.width, (row + 1) * symbol.width), (module) =>
      module === 0 ? '1' : '0',
    ).join(''),
  );
};
