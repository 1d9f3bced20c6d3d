import type { en } from './en.ts';

/**
 * The shape that every language fills: the keys of the English texts. A form for "one" is an extra of languages that
 * have it, so it may be left out; any other missing key does not compile.
 */
type Shape<Source> = {
  readonly [Key in keyof Source as Key extends `${string}_one` ? never : Key]: Source[Key] extends string
    ? string
    : Shape<Source[Key]>;
} & {
  readonly [Key in keyof Source as Key extends `${string}_one` ? Key : never]?: string;
};

export type Texts = Shape<typeof en>;
