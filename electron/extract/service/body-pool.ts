import { maxImageCharacters } from '../../../shared/services/service.ts';

/** Room for the largest picture and the rest of a body around it. */
const slabBytes = maxImageCharacters + 64 * 1024;

/** Memory for request bodies that is used again: fresh pages for 4 MB cost more than to fill them. */
export type BodyPool = {
  readonly take: (length: number) => Buffer;
  /** Gives a body back; only for one that nothing sends any more. */
  readonly give: (body: Buffer) => void;
};

/** A pool that keeps a few idle slabs; what is beyond their size is allocated and forgotten. */
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
