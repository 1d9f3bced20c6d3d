import { expect, test } from 'vitest';
import { makeDigitalInvoice } from '../../../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../../../samples/digital/write-einvoice.ts';
import { seededRandom } from '../../../samples/random.ts';
import { formOf } from '../../../../electron/extract/document/xml/xml-form.ts';
import { readOfd } from '../../../../electron/extract/document/ofd/read/read-ofd.ts';
import { readXml } from '../../../../electron/extract/document/xml/read-xml.ts';
import { originsOnPicture } from '../../../../electron/pipeline/local-extractions.ts';
import { untreated } from '../../../../shared/contract/preparation.ts';
import { ofdInvoiceParts } from '../../../samples/digital/write-ofd.ts';
import { packOfd } from '../../../helpers/sealed-ofd.ts';

const invoiceText = (seed: number): string =>
  writeEInvoice(
    makeDigitalInvoice(seededRandom(seed), { lines: 3, isRed: false, hasSpecialCharacters: false }),
  ).replace(/^<\?xml.*?\?>\s*/u, '');

const bytes = new TextEncoder().encode(`<All>${invoiceText(1)}${invoiceText(2)}</All>`);

test('draws each invoice of an XML file on its own form, with positions in pixels of the picture', () => {
  const read = readXml(bytes);
  if (!read.ok) throw new Error(read.failure.reason);
  expect(read.value).toHaveLength(2);
  for (const [index, extraction] of read.value.entries()) {
    const form = formOf(bytes, index + 1);
    if (!form.ok) throw new Error(form.failure.reason);
    const { width, height, places } = form.value.layout;
    const preparation = {
      format: 'xml',
      page: { width, height, unit: 'mm' },
      treatment: untreated,
    } as const;
    const picture = { width: width * 4, height: height * 4 };
    const origins = originsOnPicture(extraction, { page: index + 1, picture, preparation }, extraction);
    const place = places.get('number')?.[0];
    const shown = origins['number']?.quad?.[0];
    expect(shown?.x).toBeCloseTo((place?.x ?? NaN) * 4);
    expect(shown?.y).toBeCloseTo((place?.y ?? NaN) * 4);
    expect(origins['lines.2.amount']?.quad).not.toBeNull();

    const elsewhere = { ...preparation, format: 'pdf' } as const;
    const hidden = originsOnPicture(
      extraction,
      { page: index + 1, picture, preparation: elsewhere },
      extraction,
    );
    expect(hidden['number']?.quad).toBeNull();
  }
});

test('gives values of an XML file their positions in the drawn OFD', async () => {
  const invoice = makeDigitalInvoice(seededRandom(3), {
    lines: 3,
    isRed: false,
    hasSpecialCharacters: false,
  });
  const xml = readXml(new TextEncoder().encode(writeEInvoice(invoice)));
  const parts = Object.entries(ofdInvoiceParts(invoice, { tags: true }));
  const ofd = await readOfd(packOfd(new Map(parts.map(([path, text]) => [path, Buffer.from(text)]))));
  const [data, drawn] = [xml.ok && xml.value[0], ofd.ok && ofd.value[0]];
  if (!data || !drawn) throw new Error('Not read');
  const rendition = { sha256: 'of the OFD', page: 1 };
  const row = {
    page: 7,
    picture: { width: 2100, height: 1400 },
    preparation: {
      format: 'ofd',
      page: { width: 210, height: 140, unit: 'mm' },
      treatment: untreated,
      rendition,
    },
  } as const;
  const of = { ...drawn, from: rendition };
  const [own, shown] = [originsOnPicture(of, row, of), originsOnPicture(data, row, of)];
  for (const path of ['number', 'grossTotal', 'lines.2.amount']) {
    expect(own[path]?.quad, path).not.toBeNull();
    expect(shown[path]?.quad, path).toEqual(own[path]?.quad);
    expect(shown[path]?.raw, path).toBe(data.origins[path]?.raw);
  }
  const lines = data.invoice.lines.slice(1);
  const fewer = originsOnPicture({ ...data, invoice: { ...data.invoice, lines } }, row, of);
  expect(fewer['lines.1.amount']?.quad).toBeNull();
  expect(originsOnPicture(data, row, data)['number']?.quad).toBeNull();
});
