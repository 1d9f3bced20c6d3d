/** An element of an XML file, with what tests of spreadsheets need. */
export type Element = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Element | string)[];
};

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decode = (text: string): string =>
  text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/giu, (whole, entity: string) => {
    if (entity.startsWith('#x')) return String.fromCodePoint(Number.parseInt(entity.slice(2), 16));
    if (entity.startsWith('#')) return String.fromCodePoint(Number(entity.slice(1)));
    return entities[entity] ?? whole;
  });

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu)].map(([, name = '', double, single]) => [
      name,
      decode(double ?? single ?? ''),
    ]),
  );

/** Parses a well-formed file and returns the root; throws if tags don't match. */
export const parseXml = (xml: string): Element => {
  type Open = { name: string; attributes: Record<string, string>; children: (Element | string)[] };
  const root: Open = { name: '', attributes: {}, children: [] };
  const open: Open[] = [root];
  const top = () => open.at(-1) ?? root;
  for (const [, tag, text] of xml.matchAll(/<(\?[^>]*\?|!--.*?--|(?:"[^"]*"|'[^']*'|[^>"'])*)>|([^<]+)/gsu)) {
    if (text !== undefined) {
      top().children.push(decode(text));
    } else if (tag === undefined || tag.startsWith('?') || tag.startsWith('!')) {
      continue;
    } else if (tag.startsWith('/')) {
      const closed = open.pop();
      if (closed?.name !== tag.slice(1).trim())
        throw new Error(`</${tag.slice(1)}> closes <${closed?.name ?? ''}>`);
      top().children.push(closed);
    } else {
      const name = /^[^\s/]+/u.exec(tag)?.[0] ?? '';
      const element: Open = { name, attributes: attributesOf(tag.slice(name.length)), children: [] };
      if (tag.endsWith('/')) top().children.push(element);
      else open.push(element);
    }
  }
  const element = root.children.find((child) => typeof child !== 'string');
  if (open.length !== 1 || element === undefined) throw new Error('An element is not closed');
  return element;
};

/** All descendants with a name, in document order. */
export const all = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    return child.name === name ? [child, ...all(child, name)] : all(child, name);
  });

export const textOf = (element: Element): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
