import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../electron/extract/sandbox/server.ts';
import { isJsonObject } from '../../shared/services/guards.ts';
import {
  account,
  askSandbox,
  bmp,
  faceBody,
  image,
  invoiceBody,
  invoiceWith,
  textOf,
  truths,
  type Plan,
} from '../helpers/sandbox-caller.ts';
import { jpegBytes } from '../helpers/service-calls.ts';
import { now } from '../helpers/now.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ truths, account, now });
});
afterEach(() => sandbox.close());

const ask = (change?: Partial<Plan>) => askSandbox(sandbox.baseUrl, change);

const face = (change: object, picture?: object) => JSON.stringify(faceBody(change, picture));

const parameter = (change: object) =>
  JSON.stringify(
    invoiceBody({ parameter: { s824758f1: { template_list: 'vat_invoice', result: {}, ...change } } }),
  );
const header = (change: object) =>
  JSON.stringify(invoiceBody({ header: { app_id: account.appId, status: 3, ...change } }));

describe('sandbox checks of the request body', () => {
  const cases: readonly (readonly [string, Partial<Plan>, number])[] = [
    ['an empty body', { body: '' }, 10163],
    ['a body that is not JSON', { body: 'image=...' }, 10163],
    ['a JSON array', { body: '[]' }, 10163],
    ['a missing header', { body: JSON.stringify(invoiceBody({ header: undefined })) }, 10313],
    ['a missing app id', { body: header({ app_id: undefined }) }, 10313],
    ['an empty app id', { body: header({ app_id: '' }) }, 10313],
    ['another app id', { body: header({ app_id: 'app-2' }) }, 10313],
    ['a missing status', { body: header({ status: undefined }) }, 10163],
    ['another status', { body: header({ status: 0 }) }, 10163],
    ['a missing parameter', { body: JSON.stringify(invoiceBody({ parameter: undefined })) }, 10163],
    ['another template', { body: parameter({ template_list: 'id_card' }) }, 10163],
    ['a missing result', { body: parameter({ result: undefined }) }, 10106],
    ['a result in another encoding', { body: parameter({ result: { encoding: 'gbk' } }) }, 10106],
    ['a compressed result', { body: parameter({ result: { compress: 'gzip' } }) }, 10106],
    ['a result in another format', { body: parameter({ result: { format: 'xml' } }) }, 10106],
    ['a missing payload', { body: JSON.stringify(invoiceBody({ payload: undefined })) }, 10163],
    ['a missing image', { body: invoiceWith({ status: 3 }) }, 10163],
    ['an empty image', { body: invoiceWith(image(Buffer.alloc(0))) }, 10163],
    ['an image that is not base64', { body: invoiceWith({ image: '%%%%' }) }, 10163],
    ['truncated base64', { body: invoiceWith({ image: 'abc' }) }, 10163],
    ['an image with another status', { body: invoiceWith({ ...image(jpegBytes), status: 0 }) }, 10163],
    ['an unknown encoding', { body: invoiceWith(image(jpegBytes, 'gif')) }, 10163],
    ['a picture in another format than stated', { body: invoiceWith(image(jpegBytes, 'png')) }, 10222],
    ['a BMP, which is not documented', { body: invoiceWith(image(bmp)) }, 10222],
    ['a GIF', { body: invoiceWith(image(Buffer.from('GIF89a'))) }, 10222],
    [
      'a picture over 4 MB',
      { body: invoiceWith(image(Buffer.concat([jpegBytes, Buffer.alloc(3_145_728)]))) },
      10163,
    ],
    [
      'a missing face_detect_result',
      { service: 'face-detect', body: face({ face_detect_result: undefined }) },
      10106,
    ],
    ['another service_kind', { service: 'face-detect', body: face({ service_kind: 'other' }) }, 10163],
    ['a switch as a number', { service: 'face-detect', body: face({ detect_points: 1 }) }, 10163],
    [
      'a switch with an unknown value',
      { service: 'face-detect', body: face({ detect_property: '2' }) },
      10163,
    ],
    ['a body for the other service', { service: 'face-detect', body: JSON.stringify(invoiceBody()) }, 10163],
  ];

  it.each(cases)('return the code for %s', async (_, change, code) => {
    const response = await ask(change);
    expect(response.status).toBe(200);
    expect(response.json).toMatchObject({ header: { code } });
    expect(isJsonObject(response.json) && 'payload' in response.json).toBe(false);
  });

  it('include the detail of 10163', async () => {
    const { json } = await ask({ body: parameter({ template_list: 'id_card' }) });
    expect(json).toMatchObject({
      header: { message: expect.stringMatching(/^param validate error: .*template_list/) },
    });
  });

  it('return 20007 for an empty picture of a face', async () => {
    const { json } = await ask({ service: 'face-detect', body: face({}, image(Buffer.alloc(0))) });
    expect(textOf(json, 'face_detect_result')).toMatchObject({ ret: 20007 });
    expect(json).not.toHaveProperty('payload.face_detect_result.encoding');
    const asked = { face_detect_result: { encoding: 'utf8', format: 'json' } };
    const echoed = await ask({ service: 'face-detect', body: face(asked, image(Buffer.alloc(0))) });
    expect(echoed.json).toMatchObject({ payload: asked });
    expect(echoed.json).not.toHaveProperty('payload.face_detect_result.compress');
  });

  it('accept the status as a number and as a string', async () => {
    expect(await ask({ body: header({ status: '3' }) })).toMatchObject({ json: { header: { code: 0 } } });
  });

  it('reject a body beyond all limits', async () => {
    expect(await ask({ body: Buffer.alloc(17 * 1024 * 1024) })).toMatchObject({ status: 413 });
  });

  it('accept a picture of exactly the limit', async () => {
    const largest = Buffer.concat([jpegBytes, Buffer.alloc(3_145_728 - jpegBytes.length)]);
    const { json } = await ask({ body: invoiceWith(image(largest)) });
    expect(textOf(json, 'result')).toMatchObject({ error_code: 37042 });
  });
});
