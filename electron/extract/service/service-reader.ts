import type { ServiceId } from '../../../shared/services/service.ts';
import type { FileHead, Reader } from '../reader.ts';
import { callService, type CallDependencies, type CallInput, type CallResult } from './call.ts';

/** The picture of a page, and how it is sent. */
type PictureInput = Pick<CallInput, 'image' | 'options'> & Omit<CallDependencies, 'transport'>;

/** A reader that is called over the network; its output has the record of the call. */
type CallReader = Reader<PictureInput, CallResult> & {
  readonly id: 'service' | 'sandbox';
  readonly cost: 'call';
};

/** The endpoint that responds, and how to reach it. */
type CallDestination = Pick<CallDependencies, 'transport'> & Pick<CallInput, 'account'>;

const pictured: ReadonlySet<FileHead['format']['kind']> = new Set(['picture', 'convertible', 'pdf', 'ofd']);

/** Any picture can be sent; whether it shows an invoice or a face is not known in advance. */
const acceptsPictures = ({ format }: FileHead): 'no' | 'maybe' =>
  pictured.has(format.kind) ? 'maybe' : 'no';

const subjectOf = (service: ServiceId): Reader<never, never>['subject'] =>
  service === 'vat-invoice' ? 'invoice' : 'faces';

/** The recognition service. Each extraction is one signed call, without any retry. */
export const createServiceReader = (
  service: ServiceId,
  { transport, account }: CallDestination,
): CallReader => ({
  id: 'service',
  subject: subjectOf(service),
  cost: 'call',
  accepts: acceptsPictures,
  extract: ({ image, options, ...how }, signal) =>
    callService({ ...how, transport }, { service, image, options, account }, signal),
});

/**
 * The built-in sandbox. It speaks the service's wire format on loopback, so that calls take the same path,
 * but are never billed.
 */
export const createSandboxReader = (service: ServiceId, destination: CallDestination): CallReader => ({
  ...createServiceReader(service, destination),
  id: 'sandbox',
});
