import type { Language } from '../../shared/language.ts';
import type { FileRequest } from './page-encoder.ts';
import type { ExportPage } from './export-page.ts';

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
