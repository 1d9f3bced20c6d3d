import { requestWithoutImage, type RequestParts } from '../../../shared/services/requests.ts';
import { base64Length, type ServiceId, maxImageCharacters } from '../../../shared/services/service.ts';
import { bufferOver } from '../../infra/bytes.ts';

/**
 * Bytes encoded at a time: a multiple of three, small enough that the temporary strings stay in the young
 * heap.
 */
const chunkBytes = 24 * 1024;

const emptyImage = '"image":""';

/**
 * Builds the request body (both documents, Request body) in one Buffer: prepared head and tail, with the
 * base64 written directly between them. There is no other copy of that text.
 * @param allocate memory for the body, with arbitrary earlier contents
 */
export const buildBody = (
  service: ServiceId,
  image: Uint8Array,
  parts: RequestParts,
  allocate: (length: number) => Buffer = (length) => Buffer.allocUnsafeSlow(length),
): Buffer => {
  const document = JSON.stringify(requestWithoutImage(service, parts));
  // The image block comes last: no user input follows it.
  const at = document.lastIndexOf(emptyImage) + emptyImage.length - 1;
  const head = document.slice(0, at);
  const tail = document.slice(at);
  const headBytes = Buffer.byteLength(head);
  const imageLength = base64Length(image.byteLength);
  const body = allocate(headBytes + imageLength + Buffer.byteLength(tail));
  body.write(head, 'utf8');
  writeBase64(body, headBytes, image);
  body.write(tail, headBytes + imageLength, 'utf8');
  return body;
};

const writeBase64 = (body: Buffer, offset: number, image: Uint8Array): void => {
  const bytes = bufferOver(image);
  let at = offset;
  for (let start = 0; start < bytes.length; start += chunkBytes)
    at += body.write(bytes.toString('base64', start, start + chunkBytes), at, 'latin1');
};

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
