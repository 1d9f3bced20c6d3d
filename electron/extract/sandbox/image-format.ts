const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const jpg = [0xff, 0xd8, 0xff];
const bmp = [0x42, 0x4d];

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte);

/** The format of a picture by its first bytes; null for formats that the services don't accept. */
export const imageFormatOf = (bytes: Uint8Array): 'jpg' | 'png' | 'bmp' | null => {
  if (startsWith(bytes, jpg)) return 'jpg';
  if (startsWith(bytes, png)) return 'png';
  return startsWith(bytes, bmp) ? 'bmp' : null;
};
