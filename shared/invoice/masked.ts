/** An id number with its middle hidden: four characters stay in front, and two at the end. */
export const masked = (id: string): string =>
  id.length <= 6 ? '*'.repeat(id.length) : `${id.slice(0, 4)}${'*'.repeat(id.length - 6)}${id.slice(-2)}`;
