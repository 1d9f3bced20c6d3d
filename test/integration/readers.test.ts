import { readFileSync } from 'node:fs';
import { documentReaderOf } from '../../electron/extract/document/document-readers.ts';
import type { DocumentExtraction, DocumentReader, FileHead } from '../../electron/extract/reader.ts';
import type { CallResult } from '../../electron/extract/service/call.ts';
import { createSandboxReader, createServiceReader } from '../../electron/extract/service/service-reader.ts';
import { startSandbox } from '../../electron/extract/sandbox/server.ts';
import { makeNodeTransport } from '../../electron/infra/network/node-transport.ts';
import type { Result } from '../../shared/result.ts';
import { serviceIds, type ServiceId } from '../../shared/services/service.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { seededRandom } from '../samples/random.ts';
import { readerContract, type ReaderCase } from '../contract/reader-contract.ts';
import {
  badBase64,
  cutJson,
  good,
  halfBody,
  lengthTooLong,
  lengthTooShort,
  notHttp,
  proxyPage,
  redirect,
  resetAfterHeaders,
  resetBeforeHeaders,
  resetWhileSending,
  sessionCode,
  startFaultServer,
  textNoJson,
  tooMany,
} from '../helpers/fault-server.ts';
import { mutate } from '../helpers/mutate.ts';
import { qrPage } from '../helpers/qr-page.ts';
import { account, other, truths } from '../helpers/sandbox-caller.ts';
import { accountAt, jpegBytes } from '../helpers/service-calls.ts';
import { now } from '../helpers/now.ts';

const sample = (name: string): Buffer => readFileSync(new URL(`../../samples/${name}`, import.meta.url));

type DocumentInput = Parameters<DocumentReader['extract']>[0];
type DocumentCase = ReaderCase<DocumentInput, Result<DocumentExtraction, Failure>>;

const openDocument = (kind: FileHead['format']['kind'], bytes: Buffer): DocumentCase => {
  const reader = documentReaderOf({ format: { kind } });
  if (!reader) throw new Error(`No reader for ${kind}`);
  const random = seededRandom(11);
  const another = sample(kind === 'xml' ? 'digital-page.pdf' : 'digital-data.xml');
  return {
    reader,
    intact: { bytes, password: null },
    damages: 12,
    damaged: () => ({ bytes: mutate(bytes, random, another), password: null }),
    outcomeOf: (output) => output,
    namesOf: (output) => (output.ok ? output.value.extractions.map(({ reader: named }) => named) : []),
    close: () => Promise.resolve(),
  };
};

const free = { subject: 'invoice', cost: 'free' } as const;

readerContract('the reader of XML', { ...free, id: 'xml', named: 'xml', accepts: { xml: 'maybe' } }, () =>
  Promise.resolve(openDocument('xml', sample('digital-data.xml'))),
);

readerContract('the reader of OFD', { ...free, id: 'ofd', named: 'ofd', accepts: { ofd: 'yes' } }, () =>
  Promise.resolve(openDocument('ofd', sample('digital-page.ofd'))),
);

const pdfReader = { ...free, id: 'pdf', accepts: { pdf: 'maybe' } } as const;

readerContract('the reader of PDF', { ...pdfReader, named: 'pdf' }, () =>
  Promise.resolve(openDocument('pdf', sample('digital-page.pdf'))),
);

// The QR code is on a page of a PDF, so that the reader of PDF looks for it.
readerContract('the reader of the QR code', { ...pdfReader, named: 'qr' }, async () =>
  openDocument('pdf', await qrPage('01,32,,24112000000048542163,106.00,20240528,,B2B6')),
);

type PictureInput = Parameters<ReturnType<typeof createServiceReader>['extract']>[0];
type CallCase = ReaderCase<PictureInput, CallResult>;

const input = (bytes: Buffer): PictureInput => ({
  image: { bytes, encoding: 'jpg' },
  options: { points: true, attributes: true },
  now,
  limits: { connectTimeoutMs: 5_000, totalTimeoutMs: 5_000 },
});

/** Each call has its own `sid`, so only extractions are compared. */
const outcomeOf: CallCase['outcomeOf'] = ({ outcome }) =>
  outcome === 'cancelled' || !outcome.ok ? outcome : { ok: true, value: outcome.value.extraction };

/** The extraction of a call does not name its reader; the page does, by the reader that was called. */
const namedBy =
  (reader: ReturnType<typeof createServiceReader>): CallCase['namesOf'] =>
  ({ outcome }) =>
    outcome !== 'cancelled' && outcome.ok ? [reader.id] : [];

const faults = [
  badBase64,
  cutJson,
  halfBody,
  lengthTooLong,
  lengthTooShort,
  notHttp,
  proxyPage(403),
  redirect(302, 'http://127.0.0.1:1/'),
  resetAfterHeaders,
  resetBeforeHeaders,
  resetWhileSending,
  sessionCode(10313, 'invalid appid'),
  textNoJson,
  tooMany(),
];

const openService = async (service: ServiceId): Promise<CallCase> => {
  let fault = good;
  const server = await startFaultServer({ script: () => fault });
  const destination = { transport: makeNodeTransport(), account: accountAt(server.baseUrl) };
  const reader = createServiceReader(service, destination);
  return {
    reader,
    intact: input(jpegBytes),
    damages: faults.length,
    damaged: (index) => {
      fault = faults[index] ?? good;
      return input(jpegBytes);
    },
    outcomeOf,
    namesOf: namedBy(reader),
    close: server.close,
  };
};

const openSandbox = async (service: ServiceId): Promise<CallCase> => {
  const sandbox = await startSandbox({ truths, account, now });
  const destination = { transport: makeNodeTransport(), account: accountAt(sandbox.baseUrl, account) };
  const reader = createSandboxReader(service, destination);
  const random = seededRandom(11);
  return {
    reader,
    intact: input(jpegBytes),
    damages: 20,
    damaged: () => input(mutate(jpegBytes, random, other)),
    outcomeOf,
    namesOf: namedBy(reader),
    close: sandbox.close,
  };
};

const accepts = { picture: 'maybe', convertible: 'maybe', pdf: 'maybe', ofd: 'maybe' } as const;

for (const service of serviceIds) {
  const call = { subject: service === 'vat-invoice' ? 'invoice' : 'faces', cost: 'call', accepts } as const;
  readerContract(`the service ${service}`, { ...call, id: 'service', named: 'service' }, () =>
    openService(service),
  );
  readerContract(`the sandbox of ${service}`, { ...call, id: 'sandbox', named: 'sandbox' }, () =>
    openSandbox(service),
  );
}
