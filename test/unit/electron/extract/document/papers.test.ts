import { describe, expect, it } from 'vitest';
import { readOfd } from '../../../../../electron/extract/document/ofd/read/read-ofd.ts';
import { readPdfInvoice } from '../../../../../electron/extract/document/pdf/read-pdf.ts';
import { checkInvoice } from '../../../../../shared/invoice/check-invoice.ts';
import { isComplete } from '../../../../../shared/invoice/complete.ts';
import { makePaper, paperPdf, textPaperTypes } from '../../../../samples/digital/make-paper.ts';
import { packOfd } from '../../../../samples/digital/ofd-file.ts';
import { pdf } from '../../../../samples/digital/pdf-file.ts';
import { ofdInvoiceParts } from '../../../../samples/digital/write-ofd.ts';
import { made, readOne } from '../../../../helpers/digital-xml.ts';
import { page, readOne as readPdf } from '../../../../helpers/printed-pdf.ts';
import { lostInvoices, misreadPapers } from '../../../../helpers/read-papers.ts';
import { quiet } from '../../../../helpers/checked-invoice.ts';

const context = { ...quiet, today: '2026-11-27' };

const instance = (taxonomy: string, facts: Readonly<Record<string, string>>): string =>
  `<xbrli:xbrl xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:t="http://xbrl.mof.gov.cn/taxonomy/2023-05-15/${taxonomy}">${Object.entries(
    facts,
  )
    .map(([name, value]) => `<t:${name} contextRef="c1">${value}</t:${name}>`)
    .join('')}</xbrli:xbrl>`;

const receipt = instance('bker_issuer', {
  NumberOfBankElectronicReceipt: 'C1',
  DateOfBookkeeping: '2026-05-20',
  AccountNameOfPayer: '甲公司',
  AccountNameOfPayee: '乙公司',
  TransactionAmountInFigures: '20670.00',
});

const bankReceipt = {
  type: 'bank-receipt',
  number: 'C1',
  date: '2026-05-20',
  amount: '20670.00',
  payer: '甲公司',
  payee: '乙公司',
};

const readTexts = (...texts: readonly (readonly [string, number, number])[]) =>
  readPdf(pdf([page([...texts])]));

const readRows = async (...rows: readonly string[]) =>
  (await readTexts(...rows.map((text, index) => [text, 40, 40 + 18 * index] as const))).paper;

describe('papers that are no invoice', () => {
  it('are known by their text, in PDF and OFD', async () => {
    expect(await misreadPapers(Math.ceil(20 / textPaperTypes.length))).toEqual([]);
  }, 400_000);

  it('never take an invoice away, whatever its goods and remark name', async () => {
    expect(await lostInvoices(20)).toEqual([]);
  }, 400_000);

  it('are known by their data', () => {
    expect(readOne(receipt).paper).toEqual(bankReceipt);
    const fiscal = instance('efi', {
      EInvoiceID: '3201',
      InvoicingPartyName: '考试中心',
      IssueDate: '2026-05-14',
      TotalAmount: '120.00',
    });
    expect(readOne(fiscal).paper).toEqual({
      type: 'fiscal-receipt',
      number: '3201',
      date: '2026-05-14',
      amount: '120.00',
      payer: null,
      payee: '考试中心',
    });
  });

  it('lack nothing, need no call, and have one finding that says what they are', () => {
    const extraction = readOne(receipt);
    expect(isComplete(extraction)).toBe(true);
    expect(checkInvoice(extraction, context).map(({ id, level }) => [id, level])).toEqual([
      ['no-vat-invoice', 'info'],
    ]);
  });

  it('are read from the data attached to an OFD, unless the OFD is an invoice', async () => {
    const invoice = { ...made(2), remark: null };
    const parts = ofdInvoiceParts(invoice, { tags: true });
    const attached = { ...parts, 'Doc_0/Attachs/bker.xml': receipt };
    const read = await readOfd(packOfd(attached));
    expect(read.ok && read.value.map((one) => [one.invoice.number, one.paper])).toEqual([
      [invoice.number, undefined],
    ]);
  });

  it('that stand one after the other in a file are papers of their own', async () => {
    const pages = (['itinerary', 'hotel-bill'] as const).map((type) => page([...makePaper(type, 3).texts]));
    const read = await readPdfInvoice({ bytes: pdf(pages), password: null }, {});
    expect(read.ok && read.value.map(({ paper, pages: own }) => [paper?.type, own])).toEqual([
      ['itinerary', [1]],
      ['hotel-bill', [2]],
    ]);
  });

  it.each([
    ['number and gross amount', '发票号码：26322000004470000100', '价税合计（大写）壹佰圆整'],
    ['code and number', '发票代码：032002500112', '发票号码：00000113'],
    ['title', '电子发票（普通发票）', ''],
  ])('are no known papers with the %s of an invoice on them', async (_, one, other) => {
    const texts = [...makePaper('hotel-bill', 5).texts, [one, 40, 20], [other, 400, 20]] as const;
    const read = await readPdfInvoice({ bytes: pdf([page([...texts])]), password: null }, {});
    expect(read.ok ? read.value.map(({ paper }) => paper) : []).not.toContainEqual(expect.anything());
  });

  it.each([
    ['spaced like texts', Array.from('增值税专用发票', (one, at) => [one, 60 + 24 * at, 20] as const)],
    ['behind its code', [['1100184130增值税专用发票', 100, 20]]],
    ['before its code', [['增值税专用发票1100184130', 100, 20]]],
    ['before its number', [['北京增值税专用发票№04567890', 100, 20]]],
    ['behind a long name', [['国家税务总局新疆维吾尔自治区税务局通用机打发票', 40, 20]]],
    ['behind a name in brackets', [['启明纸业（苏州）有限公司通用机打发票', 40, 20]]],
    ['in one text with a label', [['江苏增值税专用发票开票日期：2019年3月4日', 40, 20]]],
    [
      'lost, but number and amount in words are there',
      [
        ['发票号码：04567890', 40, 20],
        ['价税合计大写壹佰圆整', 240, 20],
      ],
    ],
  ] as const)('are no known papers with the title of an invoice %s', async (_, heads) => {
    for (const like of ['goods-list', 'hotel-bill', 'bank-receipt'] as const) {
      const read = await readPdfInvoice(
        { bytes: pdf([page([...heads, ...makePaper(like, 5).texts])]), password: null },
        {},
      );
      expect(read.ok ? read.value.map(({ paper }) => paper) : []).not.toContainEqual(expect.anything());
    }
  });

  it.each(['支付增值税专用发票26322000004470000100货款', '对应增值税专用发票04567890', '收到电子发票，谢谢'])(
    'are papers with a sentence about an invoice: %s',
    async (sentence) => {
      const { paper } = await readPdf(
        pdf([page([...makePaper('bank-receipt', 4).texts, [sentence, 40, 20]])]),
      );
      expect(paper?.type).toBe('bank-receipt');
    },
  );

  it('have no title below the head of a table of goods, nor as a reference', async () => {
    const [, ...list] = makePaper('goods-list', 1).texts;
    const named = (title: string, y: number) =>
      readPdf(pdf([page([...list, [title, 40, y]])])).then(
        ({ paper }) => paper?.type,
        () => undefined,
      );
    expect(await named('销货清单', 40)).toBe('goods-list');
    expect(await named('销货清单', 145)).toBeUndefined();
    expect(await named('（详见销货清单）', 40)).toBeUndefined();
  });

  it('are no known papers with the code of an invoice on them', async () => {
    const bill = makePaper('hotel-bill', 5);
    const code = '01,32,,26322000004470000100,623.92,20260515,,1A2B';
    const coded = await readPdf(paperPdf(bill), { qrTexts: async () => [code] }).catch(() => null);
    expect(coded?.paper).toBeUndefined();
    const bare = await readPdf(paperPdf(bill), { qrTexts: async () => [] });
    expect(bare.paper?.type).toBe('hotel-bill');
  });

  it.each([
    ['CNY20，670.00', '20670.00'],
    ['CNY20, 670.00', '20670.00'],
    ['CNY20.670.00', null],
    ['CNY20670. 00', '20670.00'],
  ])('take no end of a figure for an amount: %s', async (figure, amount) => {
    const texts = makePaper('bank-receipt', 4).texts.map(
      ([text, x, y]) => [text.startsWith('CNY') ? figure : text, x, y] as const,
    );
    const { paper } = await readPdf(pdf([page(texts)]));
    expect(paper?.amount).toBe(amount);
  });

  it.each([
    ['bank-receipt', '招商（虚构）银行付款回单 PAYMENT RECEIPT', 'bank-receipt'],
    ['bank-receipt', '借记通知', 'bank-receipt'],
    ['hotel-bill', '宾客账单 GUEST FOLIO', 'hotel-bill'],
    ['hotel-bill', '客人住宿账单明细', 'hotel-bill'],
    ['goods-list', '销售清单', 'goods-list'],
    ['goods-list', '江苏示例商贸送货单', 'goods-list'],
    ['contract', '房屋租赁合同书（2026版）', 'contract'],
    ['fiscal-receipt', '社会团体会费统一票据（电子）', 'fiscal-receipt'],
    ['fiscal-receipt', '工会经费收入专用收据', 'fiscal-receipt'],
    ['tax-certificate', '电子缴税付款凭证', 'tax-certificate'],
    ['bank-receipt', '费用报销单', 'other'],
    ['fiscal-receipt', '收款收据', 'other'],
  ] as const)('%s: have other titles, too: %s', async (like, title, type) => {
    const [, ...rest] = makePaper(like, 1).texts.filter(([, , y]) => y !== 60);
    const named =
      type === 'other'
        ? ([
            ['报销人：王小明 交款方式', 40, 300],
            ['部门：销售', 40, 320],
          ] as const)
        : [];
    const { paper } = await readPdf(pdf([page([[title, 180, 40], ...rest, ...named])]));
    expect(paper?.type).toBe(type);
  });

  it('name the payer and the payee of a receipt one below the other, and its only day', async () => {
    const { paper } = await readPdf(
      pdf([
        page([
          ['虚构支付转账电子回单', 220, 40],
          ['付款方', 40, 80],
          ['账户名：甲公司', 100, 80],
          ['账号：10000000', 100, 95],
          ['收款方', 40, 110],
          ['账户名：乙公司', 100, 110],
          ['2026年05月20日', 320, 60],
          ['小写：20670.00元', 100, 170],
        ]),
      ]),
    );
    expect(paper).toMatchObject({ payer: '甲公司', payee: '乙公司', date: '2026-05-20' });
  });

  it.each([
    [
      ['付款单位：甲公司', 40, 80],
      ['收款单位：乙公司', 40, 95],
    ],
    [
      ['付款户名', 40, 80],
      ['甲公司', 120, 80],
      ['收款户名', 300, 80],
      ['乙公司', 380, 80],
    ],
    [
      ['付款人账户名称：甲公司', 40, 80],
      ['收款人账户名称：乙公司', 40, 95],
    ],
    // One of the names has its label before it, the other only that of the account.
    [
      ['付款人户名：甲公司', 40, 80],
      ['收', 300, 80],
      ['户名', 330, 80],
      ['乙公司', 380, 80],
    ],
  ] as const)('name both parties of a receipt, in the words of any bank: %#', async (...texts) => {
    const { paper } = await readTexts(['转账凭证', 220, 40], ['账号：10000000', 40, 200], ...texts);
    expect(paper).toMatchObject({ payer: '甲公司', payee: '乙公司' });
  });

  it.each([
    ['房屋租赁合同', '甲方（出租方）：乙公司', '乙方（承租方）：甲公司'],
    ['设备承揽合同', '甲方（承揽方）：乙公司', '乙方（定作方）：甲公司'],
    ['技术服务合同', '甲方：甲公司', '乙方：乙公司'],
    ['采购合同', '需方：甲公司', '供方：乙公司'],
    ['房屋租赁合同', '出租方（甲方）：乙公司', '承租方（乙方）：甲公司'],
    ['技术开发合同', '委托方（甲方）：甲公司', '受托方（乙方）：乙公司'],
  ])('name who pays by the contract, whichever party that is: %s', async (title, one, other) => {
    const { paper } = await readTexts(
      [title, 240, 40],
      [one, 40, 90],
      [other, 40, 105],
      ['一、双方签订本合同。', 40, 130],
    );
    expect(paper).toMatchObject({ type: 'contract', payer: '甲公司', payee: '乙公司' });
  });

  it('name nobody who pays by a lease that says no more than party A and B', async () => {
    const { paper } = await readTexts(
      ['房屋租赁合同', 240, 40],
      ['甲方：甲公司', 40, 90],
      ['乙方：乙公司', 40, 105],
    );
    expect(paper).toMatchObject({ type: 'contract', payer: null, payee: null });
  });

  it('are a receipt without the word amount, a payment of duties, a bill of a hospital, a notice of a red invoice', async () => {
    expect(
      await readRows(
        '收  据',
        '2026年05月14日',
        '今收到 甲公司',
        '交来 押金',
        '人民币（大写）伍仟元整 ￥5000.00',
      ),
    ).toMatchObject({ type: 'other', date: '2026-05-14', amount: '5000.00', payer: '甲公司' });
    expect(
      await readRows(
        '海关进口增值税专用缴款书',
        '收入系统：税务系统 填发日期：2026年05月14日 号码No.：310120261012345678-L01',
        '收款单位 收入机关 中央金库',
        '缴款单位（人） 名称 甲公司',
        '税号 货物名称 数量 单位 完税价格（￥） 税率（%） 税款金额（￥）',
        '金额人民币（大写）壹仟叁佰元整 合计（￥） 1,300.00',
      ),
    ).toMatchObject({ type: 'other', date: '2026-05-14', amount: '1300.00', payer: '甲公司' });
    expect(
      await readRows(
        '医疗住院费用清单',
        '入院日期：2026-05-01 出院日期：2026-05-10',
        '项目 金额',
        '合计 450.00',
      ),
    ).toMatchObject({ type: 'other', amount: '450.00' });
    for (const [title, own] of [
      ['红字发票信息确认单', '红字发票信息确认单编号 33010626050001234567'],
      ['开具红字增值税专用发票信息表', '红字发票信息表编号：3301062605001234'],
    ] as const)
      expect(
        await readRows(
          title,
          '填开日期：2026-05-14',
          '销售方 名称 甲公司 购买方 名称 乙公司',
          '合计 -100.00 -13.00',
          '蓝字发票号码 26332000000000000001',
          own,
        ),
      ).toMatchObject({ type: 'other', number: /\d+/u.exec(own)?.[0], date: '2026-05-14' });
  });

  it.each([
    ['今收到甲公司交来货款', '甲公司'],
    ['今收到甲公司91320500MA1K31AC6B', '甲公司'],
    ['今收到91320500MA1K31AC6B', null],
  ])('end a name where another value begins: %s', async (label, payer) => {
    const { paper } = await readTexts(['收款收据', 240, 40], [label, 40, 90], ['金额：318.00', 40, 105]);
    expect(paper?.payer).toBe(payer);
  });

  const hotel = '虚构大酒店';
  it.each([
    [
      'above the title',
      [
        [hotel, 220, 40],
        ['宾客账单', 230, 60],
      ],
      hotel,
    ],
    ['in one text with the title', [[`${hotel}宾客账单`, 200, 60]], hotel],
    [
      'of wide characters',
      [
        ['虚 构 大 酒 店', 200, 40],
        ['水单', 230, 60],
      ],
      hotel,
    ],
    [
      'with a branch behind a blank',
      [
        [`${hotel} （苏州店）`, 200, 40],
        ['水单', 230, 60],
      ],
      `${hotel}（苏州店）`,
    ],
    [
      'after a greeting',
      [
        [`欢迎入住${hotel}`, 40, 30],
        ['水单', 230, 60],
      ],
      hotel,
    ],
    [
      'of the company',
      [
        ['虚构酒店管理有限公司', 200, 40],
        ['水单', 230, 60],
      ],
      '虚构酒店管理有限公司',
    ],
    ['that is missing', [['水单', 230, 60]], null],
  ] as const)('name the hotel %s', async (_, heads, payee) => {
    const rest = makePaper('hotel-bill', 1).texts.filter(([, , y]) => y > 60);
    const { paper } = await readPdf(pdf([page([...heads, ...rest])]));
    expect(paper).toMatchObject({ type: 'hotel-bill', payee });
  });
});
