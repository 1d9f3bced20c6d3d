import type { Invoice, InvoiceLine, Party } from '../../../shared/invoice/model.ts';
import { qrText } from '../qr.ts';
import { node, writeXml, type Node } from './xml-text.ts';

const chineseDate = (iso: string | null): string => {
  const [year = '', month = '', day = ''] = (iso ?? '').split('-');
  return `${year}年${month}月${day}日`;
};

const fp = (name: string, content: string | readonly Node[] | null): Node => node(`fp:${name}`, content);

const partyOf = (word: 'Buyer' | 'Seller', party: Party): Node =>
  fp(word, [
    fp(`${word}Name`, party.name),
    fp(`${word}TaxID`, party.taxId),
    fp(`${word}AddrTel`, party.addressPhone),
    fp(`${word}FinancialAccount`, party.bankAccount),
  ]);

const goodsOf = (line: InvoiceLine): Node =>
  fp('GoodsInfo', [
    fp('Item', line.name),
    fp('Specification', line.specification),
    fp('MeasurementDimension', line.unit),
    fp('Price', line.unitPrice),
    fp('Quantity', line.quantity),
    fp('Amount', line.amount),
    fp('TaxScheme', line.taxRate),
    fp('TaxAmount', line.tax),
  ]);

/** Writes a VAT e-invoice as the `eInvoice` attached to its OFD. */
export const writeLegacyInvoice = (invoice: Invoice): string =>
  writeXml({
    name: 'eInvoice',
    attributes: { 'xmlns:fp': 'http://www.edrm.org.cn/schema/e-invoice/2019', Version: '1.0' },
    content: [
      fp('DocID', '01'),
      fp('InvoiceCode', invoice.code),
      fp('InvoiceNo', invoice.number),
      fp('IssueDate', chineseDate(invoice.issueDate)),
      fp('InvoiceCheckCode', invoice.checkCode),
      fp('MachineNo', invoice.machineNumber),
      fp('TaxControlCode', invoice.cipherArea),
      partyOf('Buyer', invoice.buyer),
      partyOf('Seller', invoice.seller),
      fp('TaxInclusiveTotalAmount', invoice.grossTotal),
      fp('Note', invoice.remark),
      fp('InvoiceClerk', invoice.drawer),
      fp('Payee', invoice.payee),
      fp('Checker', invoice.reviewer),
      fp('TaxTotalAmount', invoice.taxTotal),
      fp('TaxExclusiveTotalAmount', invoice.total),
      fp('GraphCode', qrText(invoice)),
      fp('GoodsInfos', invoice.lines.map(goodsOf)),
    ],
  });

type Names = Readonly<Record<string, string>>;

const pinyin: Names = {
  root: 'COMMON_FPKJ',
  lines: 'COMMON_FPKJ_XMXXS',
  line: 'COMMON_FPKJ_XMXX',
  code: 'FPDM', number: 'FPHM', issueDate: 'KPRQ', checkCode: 'JYM', machineNumber: 'JQBH', remark: 'BZ',
  drawer: 'KPR', payee: 'SKR', reviewer: 'FHR', total: 'HJJE', taxTotal: 'HJSE', grossTotal: 'JSHJ',
  buyerName: 'GMF_MC', buyerTaxId: 'GMF_NSRSBH', buyerAddress: 'GMF_DZDH', buyerBank: 'GMF_YHZH',
  sellerName: 'XSF_MC', sellerTaxId: 'XSF_NSRSBH', sellerAddress: 'XSF_DZDH', sellerBank: 'XSF_YHZH',
  name: 'XMMC', specification: 'GGXH', unit: 'DW', quantity: 'XMSL', unitPrice: 'XMDJ', amount: 'XMJE',
  taxRate: 'SL', tax: 'SE',
};

const chinese: Names = {
  root: '发票',
  lines: '明细列表',
  line: '明细',
  code: '发票代码', number: '发票号码', issueDate: '开票日期', checkCode: '校验码', machineNumber: '机器编号',
  remark: '备注', drawer: '开票人', payee: '收款人', reviewer: '复核人', total: '合计金额',
  taxTotal: '合计税额', grossTotal: '价税合计', buyerName: '购买方名称', buyerTaxId: '购买方纳税人识别号',
  buyerAddress: '购买方地址电话', buyerBank: '购买方开户行及账号', sellerName: '销售方名称',
  sellerTaxId: '销售方纳税人识别号', sellerAddress: '销售方地址电话', sellerBank: '销售方开户行及账号',
  name: '货物名称', specification: '规格型号', unit: '单位', quantity: '数量', unitPrice: '单价',
  amount: '金额', taxRate: '税率', tax: '税额',
};

const dialectNodes = (invoice: Invoice, names: Names): readonly Node[] => {
  const one = (key: string, content: string | readonly Node[] | null): Node => node(names[key] ?? key, content);
  const { buyer, seller } = invoice;
  const lines = invoice.lines.map((line) =>
    one('line', [
      ...(['name', 'specification', 'unit', 'quantity', 'unitPrice', 'amount', 'taxRate'] as const).map((key) =>
        one(key, line[key]),
      ),
      one('tax', line.tax),
    ]),
  );
  return [
    ...(['code', 'number', 'issueDate', 'checkCode', 'machineNumber', 'remark'] as const).map((key) =>
      one(key, invoice[key]),
    ),
    one('buyerName', buyer.name),
    one('buyerTaxId', buyer.taxId),
    one('buyerAddress', buyer.addressPhone),
    one('buyerBank', buyer.bankAccount),
    one('sellerName', seller.name),
    one('sellerTaxId', seller.taxId),
    one('sellerAddress', seller.addressPhone),
    one('sellerBank', seller.bankAccount),
    ...(['drawer', 'payee', 'reviewer', 'total', 'grossTotal'] as const).map((key) => one(key, invoice[key])),
    one('taxTotal', invoice.taxTotal),
    one('lines', lines),
  ];
};

/** Writes an invoice like billing programs do, with pinyin or Chinese names. */
export const writeDialect = (invoice: Invoice, dialect: 'pinyin' | 'chinese'): string => {
  const names = dialect === 'pinyin' ? pinyin : chinese;
  return writeXml(node(names['root'] ?? 'root', dialectNodes(invoice, names)));
};
