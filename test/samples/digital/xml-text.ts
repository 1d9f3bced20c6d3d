/** An element to write: its name, attributes, and text or child elements. */
export type Node = {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly content: string | readonly Node[];
  readonly isCdata?: boolean;
};

export const node = (name: string, content: string | readonly Node[] | null): Node => ({
  name,
  content: content ?? '',
});

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const writeNode = ({ name, attributes = {}, content, isCdata = false }: Node): string => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const inner =
    typeof content === 'string'
      ? isCdata
        ? `<![CDATA[${content}]]>`
        : escaped(content)
      : content.map(writeNode).join('');
  return `<${name}${written.join('')}>${inner}</${name}>`;
};

export const writeXml = (root: Node): string => `<?xml version="1.0" encoding="UTF-8"?>\n${writeNode(root)}`;
