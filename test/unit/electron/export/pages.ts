import type { ExportPage } from '../../../../electron/export/export-page.ts';
import type { Face } from '../../../../shared/face/model.ts';
import { imagePoint, type Quad } from '../../../../shared/geometry.ts';
import { emptyInvoice, emptyLine } from '../../../../shared/invoice/empty-invoice.ts';
import type { Invoice, InvoiceLine } from '../../../../shared/invoice/model.ts';
import type { Failure } from '../../../../shared/services/failure.ts';

/** Pages for tests, with parts that a test can replace. */
export const quadAt = (x: number, y: number, w = 100, h = 20): Quad => [
  imagePoint(x, y),
  imagePoint(x + w, y),
  imagePoint(x + w, y + h),
  imagePoint(x, y + h),
];

export const line = (changes: Partial<InvoiceLine> = {}): InvoiceLine => ({
  ...emptyLine,
  name: '*纸制品*复印纸',
  unitPrice: '25.00',
  amount: '250.00',
  taxRate: '13%',
  tax: '32.50',
  ...changes,
});

export const invoice = (changes: Partial<Invoice> = {}): Invoice => ({
  ...emptyInvoice,
  kind: '04',
  code: '4200161350',
  number: '00512384',
  issueDate: '2024-05-28',
  checkCode: '01234567890123456789',
  cipherArea: '03+8<>/92*\n-7/<4+>21',
  buyer: {
    name: '青禾（武汉）文化有限公司',
    taxId: '91420100MA4K00000X',
    addressPhone: '武汉市青禾路1号 027-80000001',
    bankAccount: '示例银行武汉支行 6200000000000000001',
  },
  seller: {
    name: '远山纸业有限公司',
    taxId: '91310000MA1K00000Y',
    addressPhone: '上海市远山路2号 021-60000002',
    bankAccount: '示例银行上海支行 6200000000000000002',
  },
  lines: [line(), line({ name: '*纸制品*信封', unitPrice: '0.50', amount: '-50.00', tax: '-6.50' })],
  total: '200.00',
  taxTotal: '26.00',
  grossTotal: '226.00',
  grossTotalWords: '贰佰贰拾陆圆整',
  ...changes,
});

export const invoicePage = (value: Invoice = invoice(), changes: Partial<ExportPage> = {}): ExportPage => ({
  source: '发票/一.jpg',
  page: 1,
  part: 0,
  service: 'vat-invoice',
  reader: 'service',
  maybePaid: false,
  seal: null,
  renditions: [],
  side: null,
  sid: 'ase000e4a1b@hu18f',
  reused: false,
  answeredAt: '2024-05-28T08:00:00.000Z',
  sandbox: false,
  demo: false,
  sent: { encoding: 'jpg', width: 900, height: 600, bytes: 1234, sha256: 'ab'.repeat(32) },
  failure: null,
  invoice: {
    value,
    ticket: null,
    origins: {
      number: { raw: 'No 00512384', score: 0.99, quad: quadAt(600, 40), steps: [] },
      total: {
        raw: '¥200.00',
        score: 0.62,
        quad: quadAt(500, 400),
        steps: [{ id: 'currency-sign-removed' }],
      },
    },
    regions: [
      {
        id: '0',
        type: 'vat-invoice-total',
        quad: quadAt(500, 400),
        blocks: [
          {
            key: 'vat-invoice-total',
            value: '¥200.00',
            recognized: true,
            quad: quadAt(500, 400),
            lines: [{ text: '¥200.00', quad: quadAt(500, 400), angle: 0, score: 0.62 }],
          },
          { key: 'check-code', value: null, recognized: false, quad: null, lines: [] },
        ],
      },
    ],
    checks: [
      {
        id: 'lines-sum-to-total',
        level: 'ok',
        message: { zh: '250.00 − 50.00 = 200.00', en: '250.00 − 50.00 = 200.00' },
        fields: ['lines.0.amount', 'lines.1.amount', 'total'],
      },
      {
        id: 'low-confidence',
        level: 'warn',
        message: { zh: '置信度偏低', en: 'Low confidence' },
        fields: ['total'],
      },
    ],
  },
  faces: null,
  faceNotes: new Map(),
  ...changes,
});

export const face = (changes: Partial<Face> = {}): Face => ({
  index: 1,
  score: 0.987,
  box: { x: 10, y: 20, w: 30, h: 40 },
  points: [imagePoint(12.5, 24), imagePoint(30, 25)],
  attributes: { beard: false, expression: 'happy', gender: 'female', glasses: true, hair: 'long', mask: 7 },
  ...changes,
});

export const facePage = (
  faces: readonly Face[] = [face()],
  changes: Partial<ExportPage> = {},
): ExportPage => ({
  ...invoicePage(),
  source: '照片/合影.png',
  service: 'face-detect',
  invoice: null,
  faces,
  ...changes,
});

export const failure: Failure = {
  kind: 'service',
  reason: 'service-code',
  code: 37042,
  detail: 'Failure',
  retryable: false,
  mayHaveBeenPaid: true,
};

export const failedPage = (changes: Partial<ExportPage> = {}): ExportPage => ({
  ...invoicePage(),
  source: '坏.jpg',
  failure,
  invoice: null,
  ...changes,
});
