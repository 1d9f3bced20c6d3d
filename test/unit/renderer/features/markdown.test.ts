import { describe, expect, test } from 'vitest';
import { blocksOf } from '../../../../renderer/features/guide/markdown.ts';

describe('a page of the guide', () => {
  test('has titles, sentences with labels and links, lists, tables, code and pictures', () => {
    const text = `# Title

One **Label**, \`code\` and [a page](table.md)
in two lines.

## Section

- first
- **second**

1. one
2. two

| key | action |
| --- | --- |
| Tab | **Next** |

\`\`\`
vouch **no label**
\`\`\`

![A picture](pictures/a.webp)
`;
    expect(blocksOf(text)).toEqual([
      { kind: 'title', text: 'Title' },
      {
        kind: 'text',
        spans: [
          { kind: 'text', text: 'One ' },
          { kind: 'bold', text: 'Label' },
          { kind: 'text', text: ', ' },
          { kind: 'code', text: 'code' },
          { kind: 'text', text: ' and ' },
          { kind: 'link', text: 'a page', to: 'table.md' },
          { kind: 'text', text: ' in two lines.' },
        ],
      },
      { kind: 'section', text: 'Section' },
      {
        kind: 'list',
        isOrdered: false,
        items: [[{ kind: 'text', text: 'first' }], [{ kind: 'bold', text: 'second' }]],
      },
      {
        kind: 'list',
        isOrdered: true,
        items: [[{ kind: 'text', text: 'one' }], [{ kind: 'text', text: 'two' }]],
      },
      {
        kind: 'table',
        rows: [
          [[{ kind: 'text', text: 'key' }], [{ kind: 'text', text: 'action' }]],
          [[{ kind: 'text', text: 'Tab' }], [{ kind: 'bold', text: 'Next' }]],
        ],
      },
      { kind: 'code', text: 'vouch **no label**' },
      { kind: 'picture', label: 'A picture', name: 'a.webp' },
    ]);
  });

  test('shows HTML as text, and no picture from elsewhere', () => {
    expect(blocksOf('<img src=x onerror=alert(1)>')).toEqual([
      { kind: 'text', spans: [{ kind: 'text', text: '<img src=x onerror=alert(1)>' }] },
    ]);
    expect(blocksOf('![x](https://example.com/x.png)')[0]?.kind).toBe('text');
    expect(blocksOf('![x](pictures/../../x.webp)')[0]?.kind).toBe('text');
  });
});
