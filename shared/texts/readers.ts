import type { Bilingual } from '../language.ts';

const same = (text: string): Bilingual => ({ zh: text, en: text });
const name = (zh: string, en: string): Bilingual => ({ zh, en });

/** The names of the readers in a sentence, a filter or a cell. */
export const readerNames = {
  service: name('识别', 'recognition'),
  sandbox: name('演示', 'demo'),
  local: name('本机识别', 'local recognition'),
  xml: same('XML'),
  ofd: same('OFD'),
  pdf: same('PDF'),
  qr: name('二维码', 'QR code'),
} as const satisfies Record<string, Bilingual>;
