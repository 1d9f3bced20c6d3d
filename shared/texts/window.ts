import type { dialogsEn } from './dialogs-en.ts';
import type { en } from './en.ts';

/**
 * The required keys of every language: those of the English texts. A form for "one" is optional, because not
 * every language has it; any other missing key does not compile.
 */
type Shape<Source> = {
  readonly [Key in keyof Source as Key extends `${string}_one` ? never : Key]: Source[Key] extends string
    ? string
    : Shape<Source[Key]>;
} & {
  readonly [Key in keyof Source as Key extends `${string}_one` ? Key : never]?: string;
};

/** The shape of a part of the texts in a separate file. */
export type Translated<Source> = Shape<Source>;

export type Texts = Shape<typeof en>;

/** The texts that only dialogs show. */
export type DialogTexts = Shape<typeof dialogsEn>;
