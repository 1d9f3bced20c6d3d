import { expect, it } from 'vitest';
import { writeLegacyInvoice } from '../../../../../samples/digital/write-older.ts';
import { made, readOne } from '../../../../../helpers/digital-xml.ts';

it('an element with nothing but a name continues the name of the line before it', () => {
  const invoice = { ...made(3), kind: '10', code: '033002300111', number: '01234567' };
  const written = writeLegacyInvoice(invoice);
  const [first] = invoice.lines;
  const more = written.replace(
    '</fp:GoodsInfo>',
    '</fp:GoodsInfo><fp:GoodsInfo><fp:Item>（续）</fp:Item><fp:Amount></fp:Amount></fp:GoodsInfo>',
  );
  expect(more).not.toBe(written);
  const { invoice: read, findings } = readOne(more);
  expect(read.lines).toHaveLength(invoice.lines.length);
  expect(read.lines[0]).toEqual({ ...first, name: `${first?.name}（续）` });
  expect(findings).toEqual([]);
});
