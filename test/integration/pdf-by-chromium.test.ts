import { chromium } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumFlags, chromiumPath } from '../../build/chromium.mjs';
import { readPdfInvoice } from '../../electron/extract/document/pdf/read-pdf.ts';

const cell = (text: string, x: number, y: number, size = 12): string =>
  `<span style="position:absolute;left:${x}px;top:${y}px;font-size:${size}px;white-space:nowrap">${text}</span>`;

const column = (text: string, x: number, y: number): string =>
  Array.from(text, (character, index) => cell(character, x, y + index * 14)).join('');

const html = `<!doctype html><meta charset="utf-8"><style>body{font-family:"Noto Serif CJK SC","Noto Sans CJK SC",serif;margin:0}</style>
${cell('电子发票（普通发票）', 300, 30, 22)}
${cell('发票号码：', 560, 40)}${cell('24112000000048542163', 630, 40)}
${cell('开票日期：', 560, 62)}${cell('2024年05月28日', 630, 62)}
${column('购买方信息', 20, 100)}${cell('名称：', 50, 108)}${cell('青禾（虚构）贸易有限公司', 100, 108)}
${cell('统一社会信用代码/纳税人识别号：', 50, 146)}${cell('91310110666007217T', 250, 146)}
${column('销售方信息', 420, 100)}${cell('名称：', 450, 108)}${cell('一方日用户外用品行', 500, 108)}
${cell('统一社会信用代码/纳税人识别号：', 450, 146)}${cell('91350100M000100Y43', 650, 146)}
${['项目名称', '规格型号', '单 位', '数 量', '单 价', '金 额', '税率/征收率', '税 额'].map((head, index) => cell(head, [60, 190, 270, 330, 400, 490, 570, 700][index] ?? 0, 190)).join('')}
${cell('*日用杂品*方巾', 22, 214)}${cell('条', 276, 214)}${cell('2', 350, 214)}${cell('50.00', 405, 214)}${cell('100.00', 490, 214)}${cell('13%', 585, 214)}${cell('13.00', 710, 214)}
${cell('合', 60, 250)}${cell('计', 140, 250)}${cell('¥100.00', 482, 250)}${cell('¥13.00', 702, 250)}
${cell('价税合计（大写）', 30, 280)}${cell('壹佰壹拾叁圆整', 200, 280)}${cell('（小写）', 560, 280)}${cell('¥113.00', 630, 280)}
${column('备注', 20, 310)}${cell('用于人力资源，销方开户银行:虚构银行', 60, 312)}
${cell('开票人：', 80, 400)}${cell('王一', 140, 400)}`;

describe('a PDF that Chromium printed', () => {
  let bytes: Buffer;
  beforeAll(async () => {
    const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: chromiumFlags });
    const page = await browser.newPage();
    await page.setContent(html);
    bytes = await page.pdf({ width: '860px', height: '560px' });
    await browser.close();
  });

  it('is read with ideographs although its glyphs are mapped to radicals', async () => {
    const read = await readPdfInvoice({ bytes, password: null }, {});
    if (!read.ok) throw new Error(read.failure.reason);
    const [one] = read.value;
    // 户 is printed with the radical ⼾, whose compatibility form is the traditional 戶.
    expect(JSON.stringify(one)).not.toContain('戶');
    expect(one?.invoice).toMatchObject({
      kind: '32',
      number: '24112000000048542163',
      issueDate: '2024-05-28',
      buyer: { name: '青禾（虚构）贸易有限公司', taxId: '91310110666007217T' },
      seller: { name: '一方日用户外用品行', taxId: '91350100M000100Y43' },
      lines: [
        {
          name: '*日用杂品*方巾',
          unit: '条',
          quantity: '2',
          unitPrice: '50.00',
          amount: '100.00',
          taxRate: '13%',
          tax: '13.00',
        },
      ],
      total: '100.00',
      taxTotal: '13.00',
      grossTotal: '113.00',
      grossTotalWords: '壹佰壹拾叁圆整',
      remark: '用于人力资源，销方开户银行:虚构银行',
      drawer: '王一',
    });
    expect(one?.findings).toEqual([]);
  });
});
