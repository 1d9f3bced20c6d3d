/** A part of a line. `to` is the address of a link. */
export type Span =
  | { readonly kind: 'text' | 'bold' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };

type Spans = readonly Span[];

/** A part of a page, as far as the guide uses Markdown. */
export type Block =
  | { readonly kind: 'title' | 'section' | 'code'; readonly text: string }
  | { readonly kind: 'text'; readonly spans: Spans }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly Spans[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly Spans[])[] }
  | { readonly kind: 'picture'; readonly label: string; readonly name: string };

const inline = /\*\*(?<bold>[^*]+)\*\*|`(?<code>[^`]+)`|\[(?<text>[^\]]+)\]\((?<to>[^)]+)\)/gu;

const spansOf = (line: string): Spans => {
  const spans: Span[] = [];
  let end = 0;
  const plain = (to: number): void => {
    if (to > end) spans.push({ kind: 'text', text: line.slice(end, to) });
  };
  for (const match of line.matchAll(inline)) {
    plain(match.index);
    end = match.index + match[0].length;
    const { bold, code, text = '', to } = match.groups ?? {};
    if (bold !== undefined) spans.push({ kind: 'bold', text: bold });
    else if (code !== undefined) spans.push({ kind: 'code', text: code });
    else if (to !== undefined) spans.push({ kind: 'link', text, to });
  }
  plain(line.length);
  return spans;
};

const cellsOf = (line: string): readonly Spans[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => spansOf(cell.trim()));

const blockOf = (part: string): Block => {
  const lines = part.split('\n');
  const [first = ''] = lines;
  if (first.startsWith('```')) return { kind: 'code', text: lines.slice(1, -1).join('\n') };
  if (first.startsWith('# ')) return { kind: 'title', text: first.slice(2) };
  if (first.startsWith('## ')) return { kind: 'section', text: first.slice(3) };
  const picture = /^!\[(?<label>[^\]]*)\]\(pictures\/(?<name>[\w.-]+)\)$/u.exec(first)?.groups;
  if (picture) return { kind: 'picture', label: picture['label'] ?? '', name: picture['name'] ?? '' };
  // The second line of a table separates its head.
  if (first.startsWith('|')) return { kind: 'table', rows: lines.toSpliced(1, 1).map(cellsOf) };
  const isOrdered = /^\d+\. /u.test(first);
  if (isOrdered || first.startsWith('- '))
    return {
      kind: 'list',
      isOrdered,
      items: lines.map((line) => spansOf(line.replace(/^(?:- |\d+\. )/u, ''))),
    };
  return { kind: 'text', spans: spansOf(lines.join(' ')) };
};

/** The blocks of a page: they are separated by empty lines. */
export const blocksOf = (text: string): readonly Block[] =>
  text
    .trim()
    .split(/\n{2,}/u)
    .map(blockOf);
