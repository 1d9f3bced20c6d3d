import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { jsonEncoder } from '../../electron/export/json.ts';
import { encodeStream, type PageEncoder } from '../../electron/export/page-encoder.ts';
import { writeFileWhole } from '../../electron/infra/files/write-file.ts';
import { invoiceXlsxEncoder } from '../../electron/export/xlsx.ts';
import { invoice, invoicePage, line } from '../unit/electron/export/pages.ts';

/** Encodes many invoices of six lines as JSON and as a workbook, and prints the peak memory. */
const [count = '1000'] = process.argv.slice(2);
const facts = { demo: false, incomplete: false, pointOrdinals: [] };
const pages = function* () {
  for (let index = 0; index < Number(count); index += 1) {
    const lines = Array.from({ length: 6 }, (_, at) => line({ name: `*纸制品*文件夹 ${index} ${at}` }));
    yield invoicePage(invoice({ number: String(10_000_000 + index), lines }));
  }
};
const folder = await mkdtemp(join(tmpdir(), 'vouch-many-'));
const encoders: Record<string, PageEncoder> = {
  json: jsonEncoder('zh'),
  xlsx: invoiceXlsxEncoder(facts, { language: 'zh' }),
};
/** The highest use of memory so far, in bytes. The current use is less if the system has reclaimed pages. */
const highest = (): number => process.resourceUsage().maxRSS * 1024;
const idle = highest();
const peaks: Record<string, number> = {};
for (const [name, encoder] of Object.entries(encoders)) {
  const written = await writeFileWhole(join(folder, name), encodeStream(pages(), encoder));
  if (!written.ok) throw new Error(written.failure.detail);
  peaks[name] = Math.round((highest() - idle) / 1e6);
}
await rm(folder, { recursive: true, force: true });
process.stdout.write(JSON.stringify(peaks));
