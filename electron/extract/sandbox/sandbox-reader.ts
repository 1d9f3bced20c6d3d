import type { ServiceId } from '../../../shared/services/service.ts';
import { createServiceReader, type CallDestination, type CallReader } from '../service/service-reader.ts';

/**
 * The built-in sandbox. It speaks the service's wire format on loopback, so that calls take the same path,
 * but are never billed.
 */
export const createSandboxReader = (service: ServiceId, destination: CallDestination): CallReader => ({
  ...createServiceReader(service, destination),
  id: 'sandbox',
});
