import type { Entry, ZipFile } from 'yauzl';

/** Unpacks a file of a zip into one buffer: each step gives all its bytes so far. */
export async function* unpackInto(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer<ArrayBuffer>> {
  // yauzl ends the stream with an error if it returns more bytes than the entry states.
  // Joining its parts at the end would double the memory and block the event loop.
  const bytes = Buffer.allocUnsafeSlow(entry.uncompressedSize);
  let length = 0;
  for await (const part of await zip.openReadStreamPromise(entry)) {
    if (!Buffer.isBuffer(part)) throw new Error('A byte stream returned something else');
    length += part.copy(bytes, length);
    yield bytes.subarray(0, length);
  }
}

/** The bytes of a file of a zip. The caller limits their number, which the entry states. */
export const unpackEntry = async (zip: ZipFile, entry: Entry): Promise<Buffer<ArrayBuffer>> => {
  let bytes = Buffer.alloc(0);
  for await (const soFar of unpackInto(zip, entry)) bytes = soFar;
  return bytes;
};
