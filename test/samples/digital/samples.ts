import { emptyInvoice, emptyLine } from '../../../shared/invoice/empty-invoice.ts';
import { decimalOf } from '../../../shared/invoice/money.ts';
import type { Invoice } from '../../../shared/invoice/model.ts';
import { seededRandom } from '../random.ts';
import { qrSymbol, qrText } from '../qr.ts';
import * as companies from '../parties.ts';
import { partyOf, priced, sumsOf, type PricedLine } from './make-invoice.ts';
import { packOfd } from './ofd-file.ts';
import { writeEInvoice } from './write-einvoice.ts';
import { ofdInvoiceParts } from './write-ofd.ts';
import { printInvoice } from './write-pdf.ts';

/** A sample invoice as a file, with the values in it. */
type DigitalSample = { readonly name: string; readonly bytes: Buffer; readonly invoice: Invoice };

type Goods = readonly [
  name: string,
  specification: string | null,
  unit: string | null,
  quantity: number | null,
  /** In cents; for a discount, its whole amount. */
  price: number,
];

const lineOf = (
  [name, specification, unit, quantity, price]: Goods,
  rate: readonly [string, number | null],
): PricedLine => {
  const figures = quantity === null ? {} : { quantity: String(quantity), unitPrice: decimalOf(price) };
  return priced({ ...emptyLine, name, specification, unit, ...figures }, (quantity ?? 1) * price, rate);
};

const thirteen = ['13%', 1300] as const;
const six = ['6%', 600] as const;
const exempt = ['免税', null] as const;

const common = { ...emptyInvoice, drawer: companies.staff.issuer, buyer: partyOf(companies.ownCompany, false) };

const training: Invoice = {
  ...common,
  kind: '31',
  number: '25322000000218640975',
  issueDate: '2025-04-18',
  remark: '项目：内部控制手册（二期）',
  seller: partyOf(companies.consultant, false),
  ...sumsOf([
    lineOf(['*咨询服务*内部控制咨询费', null, '项', 1, 1_800_000], six),
    lineOf(['*非学历教育服务*财务人员培训费', '两天', '人', 12, 68_000], six),
    lineOf(['*印刷品*内部控制手册', 'A4 胶装', '册', 40, 3_850], thirteen),
  ]),
};

const stationery: Invoice = {
  ...common,
  kind: '32',
  number: '25332000000560931842',
  issueDate: '2025-05-24',
  seller: partyOf(companies.stationer, false),
  ...sumsOf([
    lineOf(['*纸制品*复印纸', 'A4 70g', '箱', 20, 14_850], thirteen),
    lineOf(['*纸制品*复印纸', null, null, null, -29_700], thirteen),
    lineOf(['*计算机配套产品*激光打印机硒鼓（大容量）', 'HT-388X', '支', 6, 26_120], thirteen),
    lineOf(['*文具*签字笔', '0.5mm', '盒', 15, 1_880], thirteen),
  ]),
};

const maintenance: Invoice = {
  ...common,
  kind: '32',
  number: '25312000000973120468',
  issueDate: '2025-06-09',
  remark: '合同编号 YW-2025-0117\n服务期 2025年6月至2026年5月',
  seller: partyOf(companies.integrator, false),
  ...sumsOf([
    lineOf(['*信息技术服务*业务系统年度运维', null, '年', 1, 3_600_000], six),
    lineOf(['*研发和技术服务*技术开发费', null, '项', 1, 1_250_000], exempt),
  ]),
};

/**
 * One fictional invoice for each format: three different invoices, since files of one invoice are one document.
 * The same bytes on every machine.
 */
export const digitalSamples = async (): Promise<readonly DigitalSample[]> => {
  const [xml, ofd, pdf] = [training, stationery, maintenance];
  const ofdParts = ofdInvoiceParts(ofd, { attachment: true, tags: true, rules: true, qr: await qrSymbol(qrText(ofd)) });
  const marks = { rules: true, qr: await qrSymbol(qrText(pdf)) };
  return [
    { name: 'digital-data.xml', bytes: Buffer.from(writeEInvoice(xml)), invoice: xml },
    { name: 'digital-page.ofd', bytes: packOfd(ofdParts), invoice: ofd },
    { name: 'digital-page.pdf', bytes: printInvoice(pdf, 'digital', seededRandom(13), marks), invoice: pdf },
  ];
};
