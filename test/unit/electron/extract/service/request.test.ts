import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeBodyPool, buildBody } from '../../../../../electron/extract/service/request.ts';
import { requestWithoutImage } from '../../../../../shared/services/requests.ts';
import { imageEncodings, serviceIds } from '../../../../../shared/services/service.ts';

const options = { points: true, attributes: false };
const parts = { appId: 'id', encoding: 'jpg', options } as const;

/** The body as a plain client would write it. */
const plain = (service: (typeof serviceIds)[number], image: Uint8Array, appId: string) =>
  JSON.stringify(requestWithoutImage(service, { ...parts, appId })).replace(
    /"image":""(\}*)$/,
    (_, end: string) => `"image":"${Buffer.from(image).toString('base64')}"${end}`,
  );

describe('the request body', () => {
  it('equals the JSON for any picture and any app id', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...serviceIds),
        fc.uint8Array({ maxLength: 200 }),
        fc.string({ unit: 'binary' }),
        (service, image, appId) => {
          expect(buildBody(service, image, { ...parts, appId }).toString()).toBe(
            plain(service, image, appId),
          );
        },
      ),
    );
  });

  it.each(['"image":""', '","image":"","x":"', '\\"image\\":\\"\\"'])(
    'is not affected by the app id %s',
    (appId) => {
      const body: unknown = JSON.parse(
        buildBody('vat-invoice', Buffer.from('picture'), { ...parts, appId }).toString(),
      );
      expect(body).toMatchObject({
        header: { app_id: appId },
        payload: { s824758f1_data_1: { image: Buffer.from('picture').toString('base64') } },
      });
    },
  );

  it.each([0, 1, 2, 3, 24 * 1024 - 1, 24 * 1024, 24 * 1024 + 1, 100_000, 3_145_728])(
    'contains a picture of %i bytes',
    (length) => {
      const image = Buffer.alloc(length, 'any bytes at all');
      const body: unknown = JSON.parse(buildBody('face-detect', image, parts).toString());
      expect(body).toMatchObject({ payload: { input1: { image: image.toString('base64') } } });
    },
  );

  it.each(imageEncodings)('contains the encoding %s, and the status as a number', (encoding) => {
    const body: unknown = JSON.parse(
      buildBody('face-detect', Buffer.alloc(3), { ...parts, encoding }).toString(),
    );
    expect(body).toMatchObject({ header: { status: 3 }, payload: { input1: { encoding, status: 3 } } });
  });

  it('uses only the viewed part of a larger buffer', () => {
    const memory = Buffer.from('before picture after');
    const body = buildBody('vat-invoice', memory.subarray(7, 14), parts).toString();
    expect(body).toContain(`"${Buffer.from('picture').toString('base64')}"`);
  });

  it('overwrites every byte of reused memory', () => {
    const pool = makeBodyPool(1);
    const first = buildBody('vat-invoice', Buffer.alloc(50_000, 1), parts, pool.take);
    pool.give(first);
    const second = buildBody('vat-invoice', Buffer.from('small'), parts, pool.take);
    expect(second.buffer).toBe(first.buffer);
    expect(second.toString()).toBe(plain('vat-invoice', Buffer.from('small'), 'id'));
  });
});

describe('the pool of body buffers', () => {
  it('never hands out the same memory twice at a time', () => {
    const pool = makeBodyPool(2);
    const taken = [pool.take(10), pool.take(10), pool.take(10)];
    expect(new Set(taken.map(({ buffer }) => buffer)).size).toBe(3);
    for (const body of taken) pool.give(body);
    const again = [pool.take(10), pool.take(10), pool.take(10)];
    expect(new Set(again.map(({ buffer }) => buffer)).size).toBe(3);
  });

  it('keeps only a limited number of its own slabs', () => {
    const pool = makeBodyPool(1);
    const [one, other] = [pool.take(10), pool.take(10)];
    pool.give(one);
    pool.give(other);
    expect(pool.take(10).buffer).toBe(one.buffer);
    expect(pool.take(10).buffer).not.toBe(other.buffer);
    const large = pool.take(10_000_000);
    expect(large).toHaveLength(10_000_000);
    pool.give(large);
    pool.give(Buffer.alloc(100));
    expect(pool.take(10).buffer.byteLength).toBe(one.buffer.byteLength);
  });
});
