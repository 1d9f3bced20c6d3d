import { expect, test } from 'vitest';
import { htmlTable, readCells } from '../../renderer/features/batch/table-clipboard.ts';

const pasted = (html: string) => {
  const data = new DataTransfer();
  data.setData('text/html', html);
  return readCells(data);
};

test('reads the cells of a spreadsheet as it shows them, whatever lines its source has', () => {
  const cells = [
    '<td>TRADING\r\n  COMPANY LIMITED</td>',
    '<td>\n甲公司<br>\r\n  <b> 乙</b> \t公司\n</td>',
    "<td>a<span style='mso-spacerun:yes'>\u00a0 </span>b</td>",
    '<td>1<br><br>2</td>',
  ];
  expect(pasted(`<table>${cells.map((cell) => `<tr>\n ${cell}</tr>`).join('\r\n')}</table>`)).toEqual([
    ['TRADING COMPANY LIMITED'],
    ['甲公司\n乙 公司'],
    ['a  b'],
    ['1\n\n2'],
  ]);
});

test('takes a table of Vouch back unchanged', () => {
  const texts = ['甲  乙', 'a\nb', 'a \n b', '1,000.00'];
  expect(pasted(htmlTable([texts.map((text) => ({ text, format: 'text' }))]))).toEqual([texts]);
});
