import type { CommandInput } from '../../shared/contract/commands.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { demoPages } from './demo-pages.ts';
import { startBackend } from './test-backend.ts';

export type ExportInput = CommandInput<'pages.export'>;

/** An export with all defaults and without questions. */
export const plainExport = {
  service: 'vat-invoice',
  format: 'csv',
  layout: 'vouch',
  language: 'zh',
  encoding: 'utf8',
  unresolved: 'keep',
} as const satisfies ExportInput;

/** A backend that has extracted the samples of a service. */
export const backendWithSamples = async (
  service: ServiceId,
  over: Parameters<typeof startBackend>[0] = {},
) => {
  const started = await startBackend(over);
  const { added } = await started.ask('pages.add', demoPages(service, over.samplesFolder));
  await started.ended(added);
  return { ...started, added };
};
