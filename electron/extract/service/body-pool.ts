import { maxImageCharacters } from '../../../shared/services/service.ts';

/** Room for the largest picture and the rest of a body around it. */
const slabBytes = maxImageCharacters + 64 * 1024;

/** Reuses memory for request bodies: allocating 4 MB of fresh pages costs more than filling them. */
type BodyPool = {
  readonly take: (length: number) => Buffer;
  /** Returns a body to the pool. Nothing may still be sending it. */
  readonly give: (body: Buffer) => void;
};

/** A pool that keeps a few idle slabs; larger bodies are allocated and not reused. */
export const makeBodyPool = (keptSlabs: number): BodyPool => {
  const idle: ArrayBufferLike[] = [];
  return {
    take: (length) =>
      length > slabBytes
        ? Buffer.allocUnsafeSlow(length)
        : Buffer.from(idle.pop() ?? Buffer.allocUnsafeSlow(slabBytes).buffer, 0, length),
    give: (body) => {
      if (body.buffer.byteLength === slabBytes && idle.length < keptSlabs) idle.push(body.buffer);
    },
  };
};
