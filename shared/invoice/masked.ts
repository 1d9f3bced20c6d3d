/** An id number with its middle hidden: the first four and the last two characters remain. */
export const masked = (id: string): string =>
  id.length <= 6 ? '*'.repeat(id.length) : `${id.slice(0, 4)}${'*'.repeat(id.length - 6)}${id.slice(-2)}`;
