import { SaxesParser } from 'saxes';
import { maxOfdXmlBytes, maxXmlDepth, OfdFailure, spend, type Budget } from './limits.ts';

/** An element with its name and attribute names, without namespace prefixes. */
export type OfdElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly OfdElement[];
  /** The text directly inside, including blanks. */
  readonly text: string;
};

export type XmlTree = {
  readonly root: OfdElement;
  /** Parts were not well-formed: the result may be incomplete. */
  readonly isDamaged: boolean;
};

type Open = { name: string; attributes: Record<string, string>; children: Open[]; text: string };

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1);

const localNames = (attributes: Record<string, string>): Record<string, string> => {
  for (const name of Object.keys(attributes))
    if (name.includes(':') && !name.startsWith('xmlns')) {
      const local = localName(name);
      if (!(local in attributes)) attributes[local] = attributes[name] ?? '';
    }
  return attributes;
};

const declaredEncoding = /^<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w-]{1,40})["']/;

/** From the byte order mark, then from the declaration; UTF-8 by default. */
const decode = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256)).toString('latin1');
  const declared = declaredEncoding.exec(head.replace(/^\u00ef\u00bb\u00bf/, ''))?.[1]?.toLowerCase() ?? '';
  return new TextDecoder(declared.startsWith('gb') ? 'gb18030' : 'utf-8').decode(bytes);
};

/**
 * Parses XML into a tree. Tolerates and notes malformed XML, because producers of OFD write it (`<:eInvoice
 * xmlns:="">`). A DOCTYPE, too much depth or too many elements throw an `OfdFailure`.
 */
export const parseOfdXml = (bytes: Uint8Array, budget: Budget): XmlTree => {
  if (bytes.length > maxOfdXmlBytes) throw new OfdFailure('archive-too-large', 'XML too large');
  const parser = new SaxesParser({ xmlns: false });
  const top: Open = { name: '', attributes: {}, children: [], text: '' };
  const stack: Open[] = [top];
  let isDamaged = false;
  const addText = (text: string): void => {
    const open = stack.at(-1);
    if (open) open.text += text;
  };
  parser.on('error', () => {
    isDamaged = true;
  });
  parser.on('doctype', () => {
    throw new OfdFailure('damaged', 'DOCTYPE');
  });
  parser.on('opentag', ({ name, attributes }) => {
    spend(budget, 'elements', 1);
    if (stack.length > maxXmlDepth) throw new OfdFailure('damaged', 'XML too deep');
    const element: Open = {
      name: localName(name),
      attributes: localNames(attributes),
      children: [],
      text: '',
    };
    stack.at(-1)?.children.push(element);
    stack.push(element);
  });
  parser.on('closetag', () => {
    if (stack.length > 1) stack.pop();
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(decode(bytes)).close();
  const root = top.children[0];
  if (!root) throw new OfdFailure('damaged', 'XML without an element');
  return { root, isDamaged: isDamaged || top.children.length > 1 };
};

export const childOf = (element: OfdElement | undefined, name: string): OfdElement | undefined =>
  element?.children.find((child) => child.name === name);

export const childrenOf = (element: OfdElement | undefined, name: string): readonly OfdElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** The trimmed text of a child; null if there is none or it is empty. */
export const elementText = (element: OfdElement | undefined, name: string): string | null =>
  childOf(element, name)?.text.trim() || null;
