/**
 * A type whose members are readonly at every depth. Schemas infer members that can be written, and freezing each
 * parsed object, as zod's own `readonly` does, would take time for thousands of text lines.
 */
export type Immutable<Value> = { readonly [Key in keyof Value]: Immutable<Value[Key]> };

/** Every member of a model, optional ones too: what is made of it does not compile until it has them all. */
export type Whole<Model> = { readonly [Key in keyof Model]-?: unknown };

/** Nothing but the members of a contract, which the compiler does not see to in an object made by a spread. */
export type Only<Contract, Value> = {
  readonly [Key in keyof Value]: Key extends keyof Contract ? unknown : never;
};
