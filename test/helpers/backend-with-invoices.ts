import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';
import { startBackend } from './test-backend.ts';

/** Three digital invoices of the user. Demo data is never verified. */
export const backendWithInvoices = async () => {
  const running = await startBackend();
  const files = [1, 2, 3].map((seed) => {
    const invoice = makeDigitalInvoice(seededRandom(seed), {
      lines: 1,
      isRed: false,
      hasSpecialCharacters: false,
    });
    return {
      kind: 'bytes' as const,
      name: `${seed}.xml`,
      bytes: new Uint8Array(Buffer.from(writeEInvoice(invoice))),
    };
  });
  const { added } = await running.ask('pages.add', { service: 'vat-invoice', sandbox: false, files });
  await running.ended(added);
  return { ...running, ids: [...added] };
};
