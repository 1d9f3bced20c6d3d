/** The bytes of a reply as they come in. */
export type GatheredReply = {
  readonly add: (part: Buffer) => void;
  /** How many came so far. */
  readonly size: () => number;
  readonly bytes: () => Buffer;
};

/**
 * From this size on a reply is decoded by a thread. Measured: three hundred faces with 21 points each are of this size,
 * and decoded in 2 to 3 ms; smaller ones are gone before a thread has them.
 */
export const largeReplyBytes = 384 * 1024;

/**
 * Gathers a reply. A large one whose length was told is written part by part into memory that threads share: to put
 * its parts together in the end, and to hand a copy to a thread, would each take as long as a frame of the window.
 * @param told length by the reply's headers, within what is taken in; a wrong one does no harm
 */
export const gatherReply = (told: number): GatheredReply => {
  let shared = told >= largeReplyBytes ? Buffer.from(new SharedArrayBuffer(told)) : null;
  let size = 0;
  const parts: Buffer[] = [];
  return {
    add: (part) => {
      if (shared && size + part.length <= shared.length) shared.set(part, size);
      else {
        if (shared) parts.push(shared.subarray(0, size));
        shared = null;
        parts.push(part);
      }
      size += part.length;
    },
    size: () => size,
    bytes: () => {
      if (shared) return shared.subarray(0, size);
      return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, size);
    },
  };
};
