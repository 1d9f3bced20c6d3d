import { describe, expect, it } from 'vitest';
import {
  fitsTheService,
  requestWithoutImage,
  faceRequestSchema,
  invoiceRequestSchema,
} from '../../../../shared/services/requests.ts';
import { base64Length, imageEncodings } from '../../../../shared/services/service.ts';

const off = { points: false, attributes: false };

describe('the request bodies', () => {
  it('match the invoice document', () => {
    expect(requestWithoutImage('vat-invoice', { appId: 'id', encoding: 'png', options: off })).toEqual({
      header: { app_id: 'id', status: 3 },
      parameter: {
        s824758f1: {
          template_list: 'vat_invoice',
          result: { encoding: 'utf8', compress: 'raw', format: 'json' },
        },
      },
      payload: { s824758f1_data_1: { encoding: 'png', status: 3, image: '' } },
    });
  });

  it.each([
    [false, false, '0', '0'],
    [true, false, '1', '0'],
    [false, true, '0', '1'],
    [true, true, '1', '1'],
  ])('send the switches as strings (points %s, attributes %s)', (points, attributes, first, second) => {
    const options = { points, attributes };
    expect(requestWithoutImage('face-detect', { appId: 'id', encoding: 'bmp', options })).toEqual({
      header: { app_id: 'id', status: 3 },
      parameter: {
        s67c9c78c: {
          service_kind: 'face_detect',
          detect_points: first,
          detect_property: second,
          face_detect_result: { encoding: 'utf8', compress: 'raw', format: 'json' },
        },
      },
      payload: { input1: { encoding: 'bmp', status: 3, image: '' } },
    });
  });

  it.each(imageEncodings)('match their schemas with %s', (encoding) => {
    const parts = { appId: 'id', encoding, options: off };
    expect(invoiceRequestSchema.safeParse(requestWithoutImage('vat-invoice', parts)).success).toBe(true);
    expect(faceRequestSchema.safeParse(requestWithoutImage('face-detect', parts)).success).toBe(true);
  });
});

describe('the size limit', () => {
  it('counts characters after base64', () => {
    expect(base64Length(3_145_728)).toBe(4_194_304);
    expect(fitsTheService(3_145_728)).toBe(true);
    expect(fitsTheService(3_145_729)).toBe(false);
    for (const bytes of [0, 1, 2, 3, 4, 5, 3_000_001])
      expect(base64Length(bytes)).toBe(Buffer.alloc(bytes).toString('base64').length);
  });
});
