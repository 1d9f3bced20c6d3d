import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';

/**
 * How the text of each field of the window reaches its place:
 *
 * - typed: `useTyped` saves it on every command, at a change of page, and at the end of the window
 * - live: each key is already the state of the window, which a view shows or a filter uses
 * - number: it saves when it loses the focus, and `saveTyped` has it do so; what is beyond its bounds stays in the field
 * - saved: a dialog or form with a button that saves or uses it; Escape and Cancel drop it
 * - secret: a password or a key, which is never kept
 * - choice: a box, a slider or a list, which nobody types into
 */
type How = 'typed' | 'live' | 'number' | 'saved' | 'secret' | 'choice';

/** Files with fields; for each its fields in the order of the source. */
const fields: Readonly<Record<string, readonly How[]>> = {
  'features/batch/cell-catcher.tsx': ['live'],
  'features/batch/cell-editor.tsx': ['typed', 'typed'],
  'features/batch/column-menu.tsx': ['live', 'choice'],
  'features/batch/set-values-dialog.tsx': ['saved'],
  'features/batch/table-tools.tsx': ['saved', 'choice'],
  'features/batch/tag-dialog.tsx': ['saved', 'choice'],
  'features/books/archive-dialog.tsx': ['saved', 'saved'],
  'features/books/names-dialog.tsx': ['saved'],
  'features/books/rule-table.tsx': ['saved'],
  'features/books/verification-body.tsx': ['choice', 'saved'],
  'features/books/vouchers-dialog.tsx': ['saved', 'saved', 'saved', 'saved', 'saved'],
  'features/column-editor.tsx': ['saved', 'choice'],
  'features/documents/list-tools.tsx': ['live', 'choice'],
  'features/export/export-dialog.tsx': ['choice', 'saved'],
  'features/export/format-fields.tsx': ['choice'],
  'features/faces/exclude-dialog.tsx': ['saved'],
  'features/faces/face-panel.tsx': ['number', 'choice'],
  'features/faces/face-picture.tsx': ['number'],
  'features/faces/pictures-dialog.tsx': ['number'],
  'features/history/history-dialog.tsx': ['live', 'live'],
  'features/intake/password-form.tsx': ['secret'],
  'features/invoice/invoice-panel.tsx': ['typed'],
  'features/invoice/value-cell.tsx': ['typed', 'typed'],
  'features/network/proxy-dialog.tsx': ['saved', 'secret'],
  'features/office/audit-log-section.tsx': ['saved', 'saved', 'choice', 'saved'],
  'features/office/office-form.tsx': ['saved', 'secret', 'saved'],
  'features/office/sign-in-again.tsx': ['saved'],
  'features/office/tokens-section.tsx': ['saved', 'choice'],
  'features/office/users-dialog.tsx': ['saved', 'choice'],
  'features/picture/look-button.tsx': ['choice'],
  'features/range-fields.tsx': ['typed', 'typed'],
  'features/settings/account-section.tsx': ['saved', 'saved', 'secret', 'secret'],
  'features/settings/check-settings.tsx': ['number', 'saved', 'saved'],
  'features/settings/mailbox-settings.tsx': ['saved', 'saved', 'secret', 'number', 'typed'],
  'features/settings/network-settings.tsx': ['typed'],
  'features/settings/number-setting.tsx': ['number'],
  'features/settings/office-limits.tsx': ['number'],
  'features/settings/settings-dialog.tsx': ['number'],
  'features/settings/watch-settings.tsx': ['typed', 'saved'],
  'shell/actions/palette-dialog.tsx': ['live'],
  'shell/top-bar.tsx': ['choice'],
};

const root = join(import.meta.dirname, '../../../renderer');

/** A field that someone can fill in. Within a labelled field, the tag `Input` is a part of it. */
const field =
  /<(input|textarea|select|TextInput|NumberInput|NumberSetting|DateInput|SearchField|NumberField|TextField|ComboBox|Select|Input)\b/g;

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx'))
  .map((path) => [
    relative(root, join(root, path)).split(sep).join('/'),
    readFileSync(join(root, path), 'utf8'),
  ])
  // What only draws a field for others has none of its own.
  .filter(([path]) => !path?.startsWith('ui/'));

const tagsOf = (source: string): readonly string[] => {
  const tags = [...source.matchAll(field)].map(([, tag]) => tag ?? '');
  return tags.filter((tag, at) => tag !== 'Input' || (tags[at - 1] ?? '') !== 'SearchField');
};

test('names for every field of the window how its text is saved', () => {
  const found = Object.fromEntries(
    sources.flatMap(([path = '', source = '']) => {
      const { length } = tagsOf(source);
      return length === 0 ? [] : [[path, length]];
    }),
  );
  const named = Object.fromEntries(Object.entries(fields).map(([path, hows]) => [path, hows.length]));
  expect(found).toEqual(named);
});

test.each(sources.map(([path = '', source = '']) => ({ path, source })))(
  'uses the hook in $path as often as it says',
  ({ path, source }) => {
    const hows = fields[path] ?? [];
    // An editor of a value is an input or, for the kind, a list: both belong to one call.
    const isEditor = path.endsWith('cell-editor.tsx') || path.endsWith('value-cell.tsx');
    const wanted = hows.filter((how) => how === 'typed').length / (isEditor ? 2 : 1);
    expect(source.match(/\buseTyped\(/g)?.length ?? 0).toBe(wanted);
    expect(source.match(/<Number(?:Input|Setting)\b/g)?.length ?? 0).toBe(
      hows.filter((how) => how === 'number').length,
    );
  },
);

test('saves at the focus only what a button saves as well, or what the hook saves', () => {
  const onlyAtBlur = sources.filter(
    ([, source = '']) => /onBlur=/.test(source) && !/useTyped\(/.test(source),
  );
  // The slider of faces saves when the pointer or the key is released, and at the end of the window. The button of a key
  // stops listening, and saves nothing. A limit of the office is saved when the focus leaves its field, which it does at
  // the end of the window, too.
  expect(onlyAtBlur.map(([path]) => path)).toEqual([
    'features/faces/face-panel.tsx',
    'features/settings/key-settings.tsx',
    'features/settings/office-limits.tsx',
  ]);
});
