import type { ExportChoice } from '../../shared/contract/export/choice.ts';
import type { Language } from '../../shared/language.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { ExportPage } from './export-page.ts';

/** Requests one file for all pages, in any format except pictures. */
export type FileRequest = Omit<ExportChoice, 'format'> & {
  readonly service: ServiceId;
  readonly format: Exclude<ExportChoice['format'], 'annotated'>;
};

/**
 * Messages to the export thread, in order: pages in any number of messages, then what to create from them.
 */
export type ExportTask =
  | { readonly kind: 'pages'; readonly pages: readonly ExportPage[] }
  | { readonly kind: 'encode'; readonly request: FileRequest }
  | {
      readonly kind: 'annotate';
      readonly page: ExportPage;
      readonly picture: Uint8Array;
      readonly language: Language;
    };
