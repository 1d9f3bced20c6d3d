const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A name or a message as one line that cannot move the cursor, change the terminal or forge another line. */
export const oneLine = (text: string): string => text.replace(controls, '�');

const isControl = (byte: number): boolean =>
  (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) || byte === 0x7f;

/**
 * Makes bytes of text safe for a terminal: control characters, including the C1 set in UTF-8, become question
 * marks. Line ends and tabs stay. Each piece must hold whole lines, so that no sequence is split between two
 * pieces.
 */
export const forTerminal = (piece: string | Uint8Array): Uint8Array => {
  const bytes = Buffer.from(piece);
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    const next = bytes[index + 1] ?? 0;
    if (isControl(byte)) bytes[index] = 0x3f;
    else if (byte === 0xc2 && next >= 0x80 && next <= 0x9f) bytes.fill(0x3f, index, index + 2);
  }
  return bytes;
};
