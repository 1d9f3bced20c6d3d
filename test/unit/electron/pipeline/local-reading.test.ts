import { expect, test } from 'vitest';
import { makeDigitalInvoice } from '../../../../build/samples/digital/make-invoice.ts';
import { writeEInvoice } from '../../../../build/samples/digital/write-einvoice.ts';
import { seededRandom } from '../../../../build/samples/random.ts';
import { formOf } from '../../../../electron/extract/document/xml/xml-form.ts';
import { readXml } from '../../../../electron/extract/document/xml/read-xml.ts';
import { originsOnPicture } from '../../../../electron/pipeline/local-reading.ts';
import { untreated } from '../../../../shared/contract/preparation.ts';

const invoiceText = (seed: number): string =>
  writeEInvoice(
    makeDigitalInvoice(seededRandom(seed), { lines: 3, isRed: false, hasSpecialCharacters: false }),
  ).replace(/^<\?xml.*?\?>\s*/u, '');

const bytes = new TextEncoder().encode(`<All>${invoiceText(1)}${invoiceText(2)}</All>`);

test('each invoice of an XML file has its places on its own form, in the pixels of the picture', () => {
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
    const origins = originsOnPicture(extraction, { page: index + 1, picture, preparation });
    const place = places.get('number')?.[0];
    const shown = origins['number']?.quad?.[0];
    expect(shown?.x).toBeCloseTo((place?.x ?? NaN) * 4);
    expect(shown?.y).toBeCloseTo((place?.y ?? NaN) * 4);
    expect(origins['lines.2.amount']?.quad).not.toBeNull();

    const elsewhere = { ...preparation, format: 'pdf' } as const;
    const hidden = originsOnPicture(extraction, { page: index + 1, picture, preparation: elsewhere });
    expect(hidden['number']?.quad).toBeNull();
  }
});
