import type { Bilingual } from '../language.ts';

const say = (zh: string, en: string): Bilingual => ({ zh, en });

/** The texts of custom layouts, which are loaded when one is edited. */
export const layoutTexts = {
  title: say('自定义版式', 'Custom layouts'),
  text: say(
    '选择、排序并重命名表格的栏目。有演示数据或错误时，会自动添加相应的列。',
    'Choose, order and rename the columns of your tables. Vouch adds columns for demo data and errors where needed.',
  ),
  saved: say('已保存的版式', 'Saved layouts'),
  unsaved: say('新版式', 'New layout'),
  new: say('新建', 'New'),
  name: say('名称', 'Name'),
  rows: say('每行为', 'Rows'),
  rowKinds: {
    invoice: say('一张发票', 'One per invoice'),
    line: say('一个明细行', 'One per line item'),
  },
  columns: say('栏目', 'Columns'),
  columnsHint: say('按 Alt 加方向键可移动栏目。', 'Press Alt and an arrow key to move a column.'),
  header: say('{{name}}的表头', 'Header of {{name}}'),
  up: say('上移{{name}}', 'Move {{name}} up'),
  down: say('下移{{name}}', 'Move {{name}} down'),
  removeColumn: say('移除{{name}}', 'Remove {{name}}'),
  moved: say('{{name}}：第 {{place}} 栏，共 {{count}} 栏', '{{name}}: position {{place}} of {{count}}'),
  add: say('添加栏目', 'Add a column'),
  choose: say('请选择…', 'Choose…'),
  remove: say('删除此版式', 'Delete this layout'),
  issues: {
    'no-name': say('请填写名称。', 'Enter a name.'),
    'same-name': say('已有同名的版式。', 'Another layout already has this name.'),
    'no-columns': say('请至少选择一个栏目。', 'Add at least one column.'),
  },
} as const satisfies Readonly<Record<string, Bilingual | Readonly<Record<string, Bilingual>>>>;
