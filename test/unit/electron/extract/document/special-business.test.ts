import { describe, expect, it } from 'vitest';
import { readOfd } from '../../../../../electron/extract/document/ofd/read/read-ofd.ts';
import { readPdfInvoice } from '../../../../../electron/extract/document/pdf/read-pdf.ts';
import { specialForms, specialInvoice, specialOfd, specialPdf } from '../../../../helpers/special-invoice.ts';

const readers = [
  ['PDF', (form) => readPdfInvoice({ bytes: specialPdf(form), password: null }, {})],
  ['OFD', (form) => readOfd(specialOfd(form))],
] as const satisfies readonly (readonly [string, (form: (typeof specialForms)[string]) => unknown])[];

describe.each(Object.entries(specialForms))('an invoice of special business: %s', (_, form) => {
  it.each(readers)('is read exactly from the text of a %s', async (_name, read) => {
    const result = await read(form);
    if (!result.ok) throw new Error(result.failure.reason);
    const [extraction] = result.value;
    expect(extraction?.invoice).toEqual(specialInvoice(form));
    expect(extraction?.findings).toEqual([]);
    expect(extraction?.journeys).toEqual(form.journeys);
  });
});
