import { describe, expect, it } from 'vitest';
import { parseArguments } from '../../../../../electron/hosts/cli/arguments.ts';
import { booksCommand } from '../../../../../electron/books/cli/arguments.ts';
import { booksUsage, type BooksCommandName } from '../../../../../shared/texts/books-usage.ts';
import { voucherRulesSchema } from '../../../../../shared/books/voucher-rules.ts';

const parse = (line: string) => {
  const [name, ...given] = line.split(' ');
  return booksCommand(name as BooksCommandName, given, 'en');
};
const refused = (line: string): string => {
  const parsed = parse(line);
  return parsed.ok ? 'not refused' : parsed.failure.message.en;
};

describe('commands of the books', () => {
  it.each([
    ['match l.xlsx', { kind: 'match', list: 'l.xlsx', json: '-' }],
    ['match l.xlsx --json m.json --lang zh', { kind: 'match', json: 'm.json', language: 'zh' }],
    [
      'vouchers --rules r --format yonyou --out v.txt a b',
      { kind: 'vouchers', format: 'yonyou', paths: ['a', 'b'] },
    ],
    [
      'archive --from 2024-05-01 --to 2024-05-31 --out a.zip',
      { kind: 'archive', from: '2024-05-01', out: 'a.zip' },
    ],
    ['archive --check a', { kind: 'check-archive', path: 'a' }],
    ['print a --out p.pdf', { kind: 'print', perPage: 2 }],
    ['print a --per-page 4 --out p.pdf', { kind: 'print', perPage: 4 }],
    ['rename a --pattern {date} --copy-to d --dry-run', { kind: 'rename', copyTo: 'd', dryRun: true }],
    ['rename --undo', { kind: 'undo-rename' }],
  ])('%s', (line, command) => {
    const parsed = parse(line);
    expect(parsed.ok && parsed.value).toMatchObject(command);
  });

  it.each([
    ['match', 'Specify one list'],
    ['match a b', 'Specify one list'],
    ['match a --csv x', 'Unknown option --csv'],
    ['match a --out x', 'Option --out does not apply'],
    ['vouchers a --format kingdee --out x', 'Missing option --rules'],
    ['vouchers a --rules r --out x', 'The value of --format must be one of'],
    ['vouchers a --rules r --format kingdee', 'Missing option --out'],
    ['vouchers a --rules r --format kingdee --out -', 'standard output'],
    ['archive --from 2024-05-01 --to 2024-04-01 --out a', '--from'],
    ['archive --from 2024-02-30 --to 2024-04-01 --out a', '--from'],
    ['archive --from 2024-02-01 --out a', 'Missing option --to'],
    ['archive --check a --out b', 'Option --out does not apply'],
    ['archive a --check b', 'no PATH'],
    ['print a --per-page 3 --out p', '1, 2, 4'],
    ['print --out p', 'Missing PATH'],
    ['rename a', 'Missing option --pattern'],
    ['rename --undo a', 'no PATH'],
    ['rename a --pattern {date} --concurrency 0', '1–16'],
  ])('refuses %s', (line, detail) => {
    expect(refused(line)).toContain(detail);
  });

  it.each(['match', 'vouchers', 'archive', 'print', 'rename'] as const)('have a help text for %s', (name) => {
    expect(parseArguments([name, '--help'], 'en')).toEqual({
      ok: true,
      value: { kind: 'help', of: name, language: 'en' },
    });
    for (const text of Object.values(booksUsage[name])) expect(text).toContain(`vouch ${name}`);
  });

  it('describe rules that are valid', () => {
    const rule = {
      when: { seller: 'a', goods: ['*餐饮服务*'], kind: '31', rate: '6%', side: 'purchase' },
      account: { code: '660201', name: '管理费用_业务招待费' },
      counter: { code: '1002', name: '银行存款' },
      summary: '{seller} {goods}',
      deductible: false,
    };
    const rules = {
      own: [{ name: 'x', taxId: '9' }],
      per: 'batch',
      word: '记',
      firstNumber: 1,
      date: '2024-05-31',
    };
    expect(voucherRulesSchema.safeParse({ ...rules, preparer: 'p', rules: [rule] }).success).toBe(true);
    expect(voucherRulesSchema.safeParse({ rules: [{ ...rule, accounts: {} }] }).success).toBe(false);
  });
});
