import { readOfd } from '../../electron/extract/document/ofd/read/read-ofd.ts';
import { readPdfInvoice } from '../../electron/extract/document/pdf/read-pdf.ts';
import { readXml } from '../../electron/extract/document/xml/read-xml.ts';
import type { InvoiceExtraction } from '../../shared/invoice/extraction.ts';
import type { Invoice, InvoiceLine } from '../../shared/invoice/model.ts';
import { makeDigitalInvoice, type InvoiceForm } from '../samples/digital/make-invoice.ts';
import { makePaper, paperPdf, textPaperTypes } from '../samples/digital/make-paper.ts';
import { packOfd } from '../samples/digital/ofd-file.ts';
import { ofdInvoiceParts } from '../samples/digital/write-ofd.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { printInvoice } from '../samples/digital/write-pdf.ts';
import { between, pick, seededRandom } from '../samples/random.ts';
import { ofdOfPdf } from './ofd-of-pdf.ts';

type Format = 'pdf' | 'ofd' | 'xml';

const readFile = async (bytes: Buffer, format: Format): Promise<readonly InvoiceExtraction[]> => {
  const read =
    format === 'xml'
      ? readXml(bytes)
      : await (format === 'ofd' ? readOfd(bytes) : readPdfInvoice({ bytes, password: null }, {}));
  return read.ok ? read.value : [];
};

/** What was read otherwise from generated papers, in both formats with pages. */
export const misreadPapers = async (rounds: number): Promise<readonly string[]> => {
  const wrong: string[] = [];
  for (const type of textPaperTypes)
    for (let seed = 1; seed <= rounds; seed += 1) {
      const made = makePaper(type, seed);
      const bytes = paperPdf(made);
      for (const format of ['pdf', 'ofd'] as const) {
        const read = await readFile(format === 'pdf' ? bytes : await ofdOfPdf(bytes), format);
        const papers = read.map(({ paper = null }) => paper);
        if (JSON.stringify(sorted(papers)) !== JSON.stringify(sorted([made.truth])))
          wrong.push(
            `${type} ${seed} ${format}: ${JSON.stringify(papers)}, not ${JSON.stringify(made.truth)}`,
          );
      }
    }
  return wrong;
};

const sorted = (papers: readonly (object | null)[]): unknown =>
  papers.map((paper) => paper && Object.entries(paper).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Words of other papers and of fixed forms, as goods, remarks and names of invoices contain them. */
const words = [
  '行程单',
  '宾客结账单 入住 离店 房费',
  '银行电子回单 付款人 收款人 账号',
  '非税收入统一票据 交款人 收款单位',
  '完税证明 税务机关 纳税人名称',
  '销货清单 货物 规格 数量',
  '采购合同 甲方 乙方',
  '销售清单 商品 单价 金额',
  '借记通知 付款人 收款人 账号',
  '费用报销单 报销人 部门 附件',
  '收款收据 今收到 交款',
  '通行费电子票据汇总单 汇总单号 车牌号',
  '通用定额发票 壹佰元整',
  '出租车发票 上车 下车 里程 单价',
  '机动车销售统一发票 厂牌型号',
  '铁路电子客票 票价',
  '航空运输电子客票行程单 旅客姓名 票价 燃油附加费 民航发展基金',
  '公路汽车客票 始发站 到达站',
  '通用机打发票 机打号码',
  '纸质火车票 限乘当日当次车 检票 12306',
  '对账单 期末余额 核对 发票号码',
  '报价单 报价 有效期 供方 需方',
  '材料入库单 名称 规格 单位 数量',
  '采购订单 订单号 交货 供应商',
] as const;

const named = (line: InvoiceLine, word: string): InvoiceLine => ({
  ...line,
  name: `${line.name ?? ''}${word}`,
});

const forms: readonly InvoiceForm[] = ['digital', 'vat', 'toll'];

/** Generated invoices that were not read as an invoice with their number. Their texts name other papers. */
export const lostInvoices = async (rounds: number): Promise<readonly string[]> => {
  const lost: string[] = [];
  for (let seed = 1; seed <= rounds; seed += 1) {
    const random = seededRandom(seed);
    const form = pick(random, forms);
    const made = makeDigitalInvoice(random, {
      form,
      lines: between(random, 1, 4),
      isRed: false,
      hasSpecialCharacters: false,
      hasAddresses: form !== 'digital',
    });
    const word = pick(random, words);
    const truth: Invoice = {
      ...made,
      remark: word,
      lines: made.lines.map((line) => named(line, word.split(' ')[0] ?? '')),
    };
    const printed = printInvoice(truth, form, random);
    const files: readonly (readonly [Format, Buffer])[] = [
      ['pdf', printed],
      ['ofd', await ofdOfPdf(printed)],
      ...(form === 'digital'
        ? ([
            ['ofd', packOfd(ofdInvoiceParts(truth, { tags: true }))],
            ['xml', Buffer.from(writeEInvoice(truth))],
          ] as const)
        : []),
    ];
    for (const [format, bytes] of files) {
      const read = await readFile(bytes, format);
      const [first] = read;
      if (read.length !== 1 || first?.paper !== undefined || first?.invoice.number !== truth.number)
        lost.push(`${seed} ${form} ${format} ${word}`);
    }
  }
  return lost;
};
