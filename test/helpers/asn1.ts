/** Writes DER. */
export const der = (tag: number, content: Uint8Array): Buffer => {
  const { length } = content;
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  const head = length < 128 ? [length] : [0x80 | bytes.length, ...bytes];
  return Buffer.concat([Uint8Array.of(tag, ...head), content]);
};

export const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, Buffer.concat(parts));
export const set = (...parts: readonly Uint8Array[]): Buffer => der(0x31, Buffer.concat(parts));
export const integer = (value: number): Buffer =>
  der(0x02, value < 128 ? Buffer.of(value) : Buffer.of(value >> 8, value & 0xff));
/** An integer from its hexadecimal digits. */
export const bigInteger = (hex: string): Buffer => {
  const bytes = Buffer.from(hex.replace(/^(00)+(?=.)/, ''), 'hex');
  return der(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);
};
export const octets = (bytes: Uint8Array): Buffer => der(0x04, bytes);
export const bits = (bytes: Uint8Array): Buffer => der(0x03, Buffer.concat([Buffer.of(0), bytes]));
export const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text));
export const ia5 = (text: string): Buffer => der(0x16, Buffer.from(text));
export const generalizedTime = (text: string): Buffer => der(0x18, Buffer.from(text));
export const utcTime = (text: string): Buffer => der(0x17, Buffer.from(text));

export const objectId = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((part) => {
    const groups = [part & 0x7f];
    for (let left = Math.floor(part / 128); left > 0; left = Math.floor(left / 128))
      groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return der(0x06, Buffer.from(bytes));
};
