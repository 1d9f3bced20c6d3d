/* oxlint-disable unicorn/consistent-function-scoping -- these functions travel as source text */
/**
 * Serializes values between the page and the main process. Both functions run in Node and, as source text, in
 * the page: they reference nothing outside themselves.
 */

/** A small structured clone: JSON, undefined, bytes. As in Electron, a function can't be cloned. */
export const encodeValue = (value: unknown): string => {
  const toText = (bytes: Uint8Array): string => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 32_768) {
      text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
    }
    return btoa(text);
  };
  const pack = (part: unknown): unknown => {
    if (part === undefined) return { $: 'undefined' };
    if (typeof part === 'function' || typeof part === 'symbol')
      throw new Error('An object could not be cloned.');
    if (typeof part === 'bigint') return { $: 'bigint', text: String(part) };
    if (typeof part === 'number' && !Number.isFinite(part)) return { $: 'number', text: String(part) };
    if (part instanceof Uint8Array) return { $: 'bytes', text: toText(part) };
    if (part instanceof Date) return { $: 'date', text: part.toISOString() };
    if (Array.isArray(part)) return part.map(pack);
    if (typeof part !== 'object' || part === null) return part;
    return { $: 'object', entries: Object.entries(part).map(([key, inner]) => [key, pack(inner)]) };
  };
  return JSON.stringify(pack(value));
};

export const decodeValue = (text: string): unknown => {
  // oxlint-disable-next-line typescript/no-explicit-any -- the text was written by encodeValue
  const unpack = (part: any): unknown => {
    if (Array.isArray(part)) return part.map(unpack);
    if (typeof part !== 'object' || part === null) return part;
    if (part.$ === 'undefined') return undefined;
    if (part.$ === 'bigint') return BigInt(part.text);
    if (part.$ === 'number') return Number(part.text);
    if (part.$ === 'date') return new Date(part.text);
    if (part.$ === 'bytes') return Uint8Array.from(atob(part.text), (character) => character.charCodeAt(0));
    // defineProperty: a key named __proto__ remains a key.
    const object = {};
    for (const [key, inner] of part.entries) {
      Object.defineProperty(object, key, {
        value: unpack(inner),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return object;
  };
  return unpack(JSON.parse(text));
};
