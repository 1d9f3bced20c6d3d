import { describe, expect, it } from 'vitest';
import { makeInvoicePdf } from '../../../../samples/digital/write-pdf.ts';
import { readOfd } from '../../../../../electron/extract/document/ofd/read/read-ofd.ts';
import { compareRead } from '../../../../helpers/compare-extraction.ts';
import { ofdOfPdf } from '../../../../helpers/ofd-of-pdf.ts';
import { airReceipt, page, read as readPdf } from '../../../../helpers/printed-pdf.ts';
import { pdf } from '../../../../samples/digital/pdf-file.ts';

const readText = async (bytes: Buffer) => {
  const result = await readOfd(await ofdOfPdf(bytes));
  if (!result.ok) throw new Error(result.failure.reason);
  return result.value;
};

describe('the same print as OFD and as PDF', () => {
  it('gives the same invoice, of every form and with journeys', async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const { bytes, truth } = makeInvoicePdf(seed);
      const [[fromPdf], fromOfd] = [await readPdf(bytes), await readText(bytes)];
      expect(compareRead(truth, fromOfd).differing, `seed ${seed}`).toEqual([]);
      expect(fromOfd[0]?.journeys).toEqual(fromPdf?.journeys);
    }
  }, 60_000);

  it('gives the same ticket', async () => {
    const bytes = pdf([page(airReceipt)]);
    const [[fromPdf], [fromOfd]] = [await readPdf(bytes), await readText(bytes)];
    expect(fromOfd?.ticket).toEqual(fromPdf?.ticket);
    expect(fromOfd?.invoice).toEqual(fromPdf?.invoice);
    expect(fromOfd?.origins['ticket.fare']?.quad).not.toBeNull();
    // The receipt's number begins with another year.
    expect(fromOfd?.findings.map(({ id }) => id)).toEqual(['number-year']);
  });
});
