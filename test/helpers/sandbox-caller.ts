import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { Truth } from '../../electron/extract/sandbox/truths.ts';
import { isJsonObject } from '../../shared/services/guards.ts';
import { servicePaths, type ServiceId } from '../../shared/services/service.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { jpegBytes } from './service-calls.ts';
import { now } from './now.ts';

export const account = { appId: 'app-1', apiKey: 'k'.repeat(32), apiSecret: 's'.repeat(32) };
export const at = (seconds: number) => new Date(now().getTime() + seconds * 1000).toUTCString();

export const other = Buffer.concat([jpegBytes, Buffer.from('another picture')]);
export const bmp = Buffer.from('BM and some pixels');
export const invoice = {
  error_code: 0,
  object_list: [{ error_code: 0, region_list: [{ type: 'check-code', text_block_list: [] }] }],
};
export const faces = {
  ret: 0,
  face_num: 1,
  face_1: {
    score: 0.9,
    x: 1,
    y: 2,
    w: 3,
    h: 4,
    point_1: { x: 1, y: 1 },
    point_2: { x: 2, y: 2 },
    property: { beard: 1 },
  },
};
export const truths: readonly Truth[] = [
  { service: 'vat-invoice', sha256: sha256Of(jpegBytes), text: invoice },
  { service: 'face-detect', sha256: sha256Of(jpegBytes).toUpperCase(), text: faces },
  { service: 'face-detect', sha256: sha256Of(bmp), text: 'no object at all' },
];

export type Plan = {
  readonly service: ServiceId;
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly hostHeader: string;
  readonly date: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly algorithm: string;
  readonly headerNames: string;
  readonly requestLine: string;
  /** Changes the authorization string before its base64 encoding. */
  readonly origin: (whole: string) => string;
  /** Changes the query before it is sent. */
  readonly query: (whole: URLSearchParams) => URLSearchParams;
  readonly body: string | Buffer;
};

type SandboxResponse = {
  readonly status: number;
  readonly type: string | undefined;
  readonly date: string | undefined;
  readonly json: unknown;
};

/** Calls a sandbox as documented, or with a single error. Independent of the program's own client. */
export const askSandbox = (baseUrl: string, change: Partial<Plan> = {}): Promise<SandboxResponse> => {
  const service = change.service ?? 'vat-invoice';
  const host = change.host ?? new URL(baseUrl).host;
  const plan: Plan = {
    service,
    method: 'POST',
    path: servicePaths[service],
    host,
    hostHeader: host,
    date: now().toUTCString(),
    ...account,
    algorithm: 'hmac-sha256',
    headerNames: 'host date request-line',
    requestLine: `POST ${change.path ?? servicePaths[service]} HTTP/1.1`,
    origin: (whole) => whole,
    query: (whole) => whole,
    body: JSON.stringify(service === 'vat-invoice' ? invoiceBody() : faceBody()),
    ...change,
  };
  const text = `host: ${plan.host}\ndate: ${plan.date}\n${plan.requestLine}`;
  const signature = createHmac('sha256', plan.apiSecret).update(text).digest('base64');
  const origin = `api_key="${plan.apiKey}", algorithm="${plan.algorithm}", headers="${plan.headerNames}", signature="${signature}"`;
  const authorization = Buffer.from(plan.origin(origin)).toString('base64');
  const query = plan.query(new URLSearchParams({ authorization, host: plan.host, date: plan.date }));
  return send(baseUrl, plan, query);
};

const send = (
  baseUrl: string,
  { method, path, hostHeader, body }: Plan,
  query: URLSearchParams,
): Promise<SandboxResponse> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(
      `${baseUrl}${path}?${query.toString()}`,
      { method, headers: { host: hostHeader, 'content-length': Buffer.byteLength(body) } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          const json: unknown = JSON.parse(text);
          const { 'content-type': type, date } = response.headers;
          resolve({ status: response.statusCode ?? 0, type, date, json });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });

export const image = (bytes: Buffer, encoding?: string) => ({
  image: bytes.toString('base64'),
  status: 3,
  ...(encoding === undefined ? {} : { encoding }),
});

export const invoiceBody = (change: object = {}) => ({
  header: { app_id: account.appId, status: 3 },
  parameter: { s824758f1: { template_list: 'vat_invoice', result: {} } },
  payload: { s824758f1_data_1: image(jpegBytes) },
  ...change,
});

export const faceBody = (parameter: object = {}, picture: object = image(jpegBytes)) => ({
  header: { app_id: account.appId, status: 3 },
  parameter: { s67c9c78c: { service_kind: 'face_detect', face_detect_result: {}, ...parameter } },
  payload: { input1: picture },
});

export const invoiceWith = (picture: object) =>
  JSON.stringify(invoiceBody({ payload: { s824758f1_data_1: picture } }));

/** The decoded text of a response. */
export const textOf = (json: unknown, block: string): unknown => {
  const payload = isJsonObject(json) ? json.payload : undefined;
  const result = isJsonObject(payload) ? payload[block] : undefined;
  const text = isJsonObject(result) ? result.text : undefined;
  return JSON.parse(Buffer.from(String(text), 'base64').toString());
};
