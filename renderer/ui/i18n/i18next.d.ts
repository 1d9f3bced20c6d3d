import type { dialogsEn } from '../../../shared/texts/dialogs-en.ts';
import type { en } from '../../../shared/texts/en.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en & typeof dialogsEn };
  }
}
