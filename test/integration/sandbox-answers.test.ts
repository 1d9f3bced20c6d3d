import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../electron/extract/sandbox/server.ts';
import {
  account,
  askSandbox,
  bmp,
  faceBody,
  faces,
  image,
  invoice,
  invoiceBody,
  invoiceWith,
  other,
  textOf,
  truths,
  type Plan,
} from '../helpers/sandbox-caller.ts';
import { accountAt, callInput, callOnce } from '../helpers/service-calls.ts';
import { now } from '../helpers/now.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ truths, account, now });
});
afterEach(() => sandbox.close());

const ask = (change?: Partial<Plan>) => askSandbox(sandbox.baseUrl, change);

describe("the sandbox's response", () => {
  it('is the ground truth of the picture', async () => {
    const { json, type, date } = await ask();
    expect(type).toContain('application/json');
    expect(date).toBe(now().toUTCString());
    expect(json).toMatchObject({ header: { code: 0, message: 'success', sid: expect.stringMatching(/./) } });
    expect(textOf(json, 'result')).toEqual(invoice);
  });

  it('is empty for an unknown picture', async () => {
    const first = await ask({ body: invoiceWith(image(other)) });
    expect(textOf(first.json, 'result')).toMatchObject({ error_code: 37042, error_msg: 'Failure' });
    const second = await ask({ service: 'face-detect', body: JSON.stringify(faceBody({}, image(other))) });
    expect(textOf(second.json, 'face_detect_result')).toMatchObject({ ret: 20002 });
  });

  it('is empty for a ground truth of the other service', async () => {
    const { json } = await ask({ body: invoiceWith(image(bmp, 'bmp')) });
    expect(textOf(json, 'result')).toMatchObject({ error_code: 37042 });
  });

  it('echoes the delivery only if the request set it', async () => {
    expect((await ask()).json).not.toHaveProperty('payload.result.encoding');
    const body = JSON.stringify(
      invoiceBody({
        parameter: {
          s824758f1: { template_list: 'vat_invoice', result: { encoding: 'utf8', format: 'json' } },
        },
      }),
    );
    const { json } = await ask({ body });
    expect(json).toMatchObject({ payload: { result: { encoding: 'utf8', format: 'json' } } });
    expect(json).not.toHaveProperty('payload.result.compress');
  });

  it.each([
    [undefined, undefined],
    ['0', '0'],
    ['1', '0'],
    ['0', '1'],
    ['1', '1'],
  ])('has points %s and attributes %s as requested', async (points, attributes) => {
    const parameter = { detect_points: points, detect_property: attributes };
    const { json } = await ask({ service: 'face-detect', body: JSON.stringify(faceBody(parameter)) });
    const { point_1, point_2, property, ...box } = faces.face_1;
    expect(textOf(json, 'face_detect_result')).toEqual({
      ret: 0,
      face_num: 1,
      face_1: {
        ...box,
        ...(points === '1' ? { point_1, point_2 } : {}),
        ...(attributes === '1' ? { property } : {}),
      },
    });
  });

  it('is invalid if the ground truth is invalid', async () => {
    const body = JSON.stringify(faceBody({}, image(bmp, 'bmp')));
    const { json } = await ask({ service: 'face-detect', body });
    expect(textOf(json, 'face_detect_result')).toBe('no object at all');
  });

  it('can be read by the program', async () => {
    const { outcome } = await callOnce(
      callInput(accountAt(sandbox.baseUrl, account), { service: 'face-detect' }),
      {
        now,
      },
    );
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        extraction: {
          faces: {
            declaredCount: 1,
            faces: [
              {
                points: [
                  { x: 1, y: 1 },
                  { x: 2, y: 2 },
                ],
              },
            ],
          },
        },
      },
    });
  });

  it('fails if its port is in use', async () => {
    const port = Number(new URL(sandbox.baseUrl).port);
    await expect(startSandbox({ truths, account, now, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
