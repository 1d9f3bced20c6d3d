import type { ExportChoice } from '../../shared/contract/export/choice.ts';
import type { Language } from '../../shared/language.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { ExportPage } from './export-page.ts';

/** A file of all pages, in any format but pictures. */
export type FileRequest = Omit<ExportChoice, 'format'> & {
  readonly service: ServiceId;
  readonly format: Exclude<ExportChoice['format'], 'annotated'>;
};

/** What the export's thread is told, in this order: pages, as many messages as they take, and what to make of them. */
export type ExportTask =
  | { readonly kind: 'pages'; readonly pages: readonly ExportPage[] }
  | { readonly kind: 'encode'; readonly request: FileRequest }
  | {
      readonly kind: 'annotate';
      readonly page: ExportPage;
      readonly picture: Uint8Array;
      readonly language: Language;
    };

/** Null where a picture can't be drawn on here, though the service could read it. */
export type ExportAnswer = { readonly bytes: Uint8Array | null };
