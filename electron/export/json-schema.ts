import { z } from 'zod';
import { verificationResults } from '../../shared/books/verification.ts';
import { sentSchema } from '../../shared/contract/page.ts';
import { expressions, genders, hairs } from '../../shared/face/model.ts';
import { businesses } from '../../shared/invoice/business.ts';
import { readerIds, sealStates } from '../../shared/invoice/extraction.ts';
import { findingSchema } from '../../shared/invoice/finding.ts';
import { paperTypes } from '../../shared/invoice/paper.ts';
import { signerStates } from '../../shared/invoice/signer.ts';
import { failureKinds } from '../../shared/services/failure.ts';
import { regionSchema } from '../../shared/services/regions.ts';
import {
  described,
  text,
  amount,
  day,
  confidence,
  quad,
  invoice,
  ticket,
  journey,
  special,
  origin,
} from './json-invoice-schema.ts';

const digest = z.string().regex(/^[0-9a-f]{64}$/);

const textLine = described(
  { text: z.string(), quad, angle: z.number().nullable(), score: confidence },
  {
    text: 'The text.',
    quad: 'Its corners.',
    angle: 'Its angle in degrees.',
    score: 'Its confidence, 0 to 1.',
  },
);
const block = described(
  { key: z.string(), value: text, recognized: z.boolean(), quad, lines: z.array(textLine) },
  {
    key: "Name of the element, as in the service's documentation.",
    value: 'Its text; null if it was not recognized.',
    recognized: 'Whether the element was recognized.',
    quad: 'Its corners.',
    lines: 'Its lines of text.',
  },
);
const region = described(
  { ...regionSchema.shape, quad, blocks: z.array(block) },
  {
    id: 'Id of the region in the response.',
    type: "Type of the region, as in the service's documentation.",
    quad: 'Its corners.',
    blocks: 'Its blocks of text.',
  },
);

const check = described(
  {
    ...findingSchema.omit({ other: true, settled: true }).shape,
    id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
    message: z.string(),
    fields: z.array(z.string()),
  },
  {
    id: 'Id of the check. New versions add ids.',
    level: 'ok and info need nothing; warn and error must be settled.',
    message: 'A sentence in the language of --lang.',
    fields: 'Paths of the values that it concerns: total, buyer.taxId, lines.0.tax, …',
  },
);

const signatureMembers = {
  state: z.enum(sealStates),
  signer: z.enum(signerStates),
  by: text,
  at: text,
  reason: text,
};
const signatureTexts = {
  state: 'Whether the file is unchanged since it was sealed.',
  signer: 'Whether the key of the signer, or that of the maker of the seal, is known.',
  by: "Name in the signer's certificate.",
  at: 'Time of sealing according to the seal.',
  reason: 'What changed, or why nothing can be said: a code, a colon and a sentence.',
};
const seal = described(
  { ...signatureMembers, signatures: z.array(described(signatureMembers, signatureTexts)) },
  { ...signatureTexts, signatures: 'Every signature of the file; the members above are the worst.' },
);

const error = described(
  {
    kind: z.enum(failureKinds),
    code: z.int().nullable(),
    message: z.string(),
    remedy: z.string(),
    retryable: z.boolean(),
  },
  {
    kind: 'Kind of error.',
    code: 'Code of the service, or status of HTTP.',
    message: 'What happened, in the language of --lang.',
    remedy: 'What to do.',
    retryable: 'Whether the same call may succeed later.',
  },
);

const sent = described(
  { ...sentSchema.shape, sha256: digest },
  {
    encoding: 'Format of the picture.',
    width: 'Width in pixels.',
    height: 'Height in pixels.',
    bytes: 'Size in bytes.',
    sha256: 'SHA-256 of the picture.',
  },
);

/** A documented value, an undocumented number of the service, or null. */
const attribute = (documented: z.ZodType) => z.union([documented, z.number()]).nullable();
const face = described(
  {
    index: z.int().positive(),
    score: confidence,
    box: described(
      { x: z.number(), y: z.number(), w: z.number(), h: z.number() },
      { x: 'Left edge.', y: 'Top edge.', w: 'Width.', h: 'Height.' },
    ).nullable(),
    points: z.array(
      described(
        { n: z.int().positive(), x: z.number(), y: z.number() },
        {
          n: "Ordinal of the point, as in the service's documentation.",
          x: 'From the left.',
          y: 'From the top.',
        },
      ),
    ),
    attributes: described(
      {
        beard: attribute(z.boolean()),
        expression: attribute(z.enum(expressions)),
        gender: attribute(z.enum(genders)),
        glasses: attribute(z.boolean()),
        hair: attribute(z.enum(hairs)),
        mask: attribute(z.boolean()),
      },
      {
        beard: 'Beard.',
        expression: 'Expression.',
        gender: 'Gender.',
        glasses: 'Glasses.',
        hair: 'Hair.',
        mask: 'Mask.',
      },
    ).nullable(),
  },
  {
    index: 'Ordinal of the face, from 1.',
    score: 'Confidence, 0 to 1.',
    box: 'Rectangle in pixels of the sent picture.',
    points: 'Feature points in pixels of the sent picture; empty without --points.',
    attributes:
      'Attributes; null without --attributes. A number is a value that the service does not document.',
  },
);

const paper = described(
  { type: z.enum(paperTypes), number: text, date: day, amount, payer: text, payee: text },
  {
    type: 'The same as `document`.',
    number: 'Number of the paper.',
    date: 'Its date.',
    amount: 'Its amount.',
    payer: 'Who paid.',
    payee: 'Who was paid.',
  },
);

const documents = ['invoice', ...paperTypes, 'blank'] as const;

const common = {
  source: z.string(),
  page: z.int().positive(),
  part: z.int().positive().optional(),
  reader: z.enum(readerIds),
  state: z.enum(['recognized', 'failed', 'waiting']),
  sid: text,
  reused: z.boolean(),
  sandbox: z.boolean(),
  maybePaid: z.boolean(),
  sent: sent.nullable(),
  error: error.nullable(),
  seal: seal.nullable(),
  renditions: z.array(z.string()),
  verification: described(
    { result: z.enum(verificationResults), day: z.iso.date() },
    { result: 'What the platform of the tax authority answered.', day: 'Day of the answer.' },
  ).optional(),
  booking: described(
    { voucher: z.string(), date: z.iso.date(), period: z.string().regex(/^\d{4}-\d{2}$/) },
    { voucher: 'Word and number of the voucher.', date: 'Posting date.', period: 'Accounting period.' },
  ).optional(),
};
const commonTexts = {
  source: 'The path as given. Inside an archive or a mail: FILE/NAME.',
  page: 'Page of the file, from 1; a digital invoice has 1, however many pages it has.',
  part: 'Which of several invoices on the page it is, from 1; absent if it is the only one.',
  reader: 'Who read the page; for a page without data, who was or would be asked.',
  state: 'State of the page.',
  sid: 'Session id of the call, for support.',
  reused: 'Whether an earlier result was used, without a call.',
  sandbox: 'Whether the page was given to the sandbox instead of the service.',
  maybePaid: 'Whether a call may have been billed although its result was lost.',
  sent: 'The picture that was sent; null if nothing was sent.',
  error: 'Why the page failed; null if it did not.',
  seal: 'The signatures of a digital file; null if it has none.',
  renditions: 'Other files with the same invoice.',
  verification: 'Result of a verification; absent if there is none.',
  booking: 'The voucher; absent if the invoice is not booked.',
};

const invoicePage = described(
  {
    service: z.literal('vat-invoice'),
    ...common,
    business: z.enum(businesses).nullable(),
    side: z.enum(['purchase', 'sale', 'unknown']),
    document: z.enum(documents).nullable(),
    paper: paper.nullable(),
    invoice: invoice.nullable(),
    ticket: ticket.nullable(),
    journeys: z.array(journey).optional(),
    special: z.array(special).optional(),
    pages: z
      .array(
        described(
          { source: z.string(), page: z.int().positive() },
          { source: 'The path as given.', page: 'Page of that file.' },
        ),
      )
      .optional(),
    origins: z.record(z.string(), origin),
    regions: z.array(region),
    checks: z.array(check),
  },
  {
    service: 'A page that was read as an invoice.',
    ...commonTexts,
    business: 'What was traded, as far as law and books ask; null without an invoice.',
    side: 'Purchase or sale, as the own companies decide it.',
    document: 'What the page is; null if it was not read.',
    paper: 'Data of a paper that is no invoice.',
    invoice: 'The invoice with all corrections; null if there is none.',
    ticket: 'Further data of a ticket; null for other invoices.',
    journeys: 'Journeys or passages; absent if there are none.',
    special: 'Further blocks of special business; absent if there are none.',
    pages: 'The pages of an invoice on several scanned pages; absent for one page.',
    origins: 'Where each value came from, by the path of the value.',
    regions: 'The decoded response of the service.',
    checks: 'Findings.',
  },
);

const facePage = described(
  {
    service: z.literal('face-detect'),
    ...common,
    checks: z.array(check).optional(),
    faces: z.array(face),
  },
  {
    service: 'A photo whose faces were searched.',
    ...commonTexts,
    checks: 'Findings about the number of faces; absent if there are none.',
    faces: 'The faces.',
  },
);

/** The array that `--json` writes. */
const outputSchema = z.array(z.union([invoicePage, facePage])).meta({
  title: 'Output of vouch --json',
  description:
    'One object a page, in the order of the paths. Null: there is no such value. Amounts are decimals as strings. Later versions may add members, values of lists and ids; see docs/outputs.md.',
});

/** JSON Schema 2020-12 of the JSON export. */
export const jsonOutputSchema = (): unknown => z.toJSONSchema(outputSchema, { target: 'draft-2020-12' });
