import type { Bilingual, Language } from '../language.ts';
import { joinSentences } from './phrases.ts';

/** A failure of a command, with what the user can do about it. */
export type CommandFailureText = { readonly message: Bilingual; readonly remedy: Bilingual | null };

/** A failure of a command with its id. */
export type NamedFailure = CommandFailureText & { readonly id: string };

/** A failure in one line: its message and its remedy. */
export const commandFailureLine = ({ message, remedy }: CommandFailureText, language: Language): string =>
  joinSentences([message[language], ...(remedy ? [remedy[language]] : [])], language);
