import { SaxesParser } from 'saxes';
import { instantOf } from './der.ts';

/** The contents of a Signature.xml. Paths are absolute in the package. */
export type SignatureRecord = {
  readonly references: readonly { readonly path: string; readonly digest: string }[];
  /** As written: an object identifier or a name. SM3 is not assumed if nothing is written. */
  readonly checkMethod: string | null;
  /** ISO 8601 instant. */
  readonly at: string | null;
  readonly signedValue: string | null;
  readonly sealPath: string | null;
};

const maxElements = 100_000;
const maxDepth = 64;

type Visit = {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  /** Receives the text directly in the element. */
  readonly close?: (name: string, text: string) => void;
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Parses XML without DOCTYPE; false if it is invalid. Names are passed without their prefixes. */
const walkXml = (bytes: Uint8Array, { open, close }: Visit): boolean => {
  const texts: string[] = [];
  let elements = 0;
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw new Error('A DOCTYPE is refused');
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    if (elements > maxElements || texts.length >= maxDepth) throw new Error('Too large');
    texts.push('');
    open?.(localName(name), attributes);
  });
  const add = (text: string): void => {
    if (texts.length > 0) texts.push(`${texts.pop()}${text}`);
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => close?.(localName(name), texts.pop() ?? ''));
  try {
    parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close();
    return true;
  } catch {
    return false;
  }
};

/**
 * Resolves a path in a package against the file that contains it: absolute, or relative to that file's
 * folder.
 */
const resolvePath = (path: string, from: string): string => {
  const base = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  const parts: string[] = [];
  for (const part of [...base, ...path.replaceAll('\\', '/').split('/')]) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
};

/** The lists of signatures that OFD.xml names, one per document; null if it is unreadable. */
export const readSignatureLists = (ofd: Uint8Array): readonly string[] | null => {
  const lists: string[] = [];
  const isRead = walkXml(ofd, {
    close: (name, text) => {
      if (name === 'Signatures' && text.trim() !== '') lists.push(resolvePath(text.trim(), '/OFD.xml'));
    },
  });
  return isRead ? lists : null;
};

/** The Signature.xml files of a Signatures.xml, in its order; null if it is unreadable. */
export const readSignatureList = (bytes: Uint8Array, path: string): readonly string[] | null => {
  const found: string[] = [];
  const isRead = walkXml(bytes, {
    open: (name, { BaseLoc }) => {
      if (name === 'Signature' && BaseLoc !== undefined) found.push(resolvePath(BaseLoc, path));
    },
  });
  return isRead ? found : null;
};

/** Parses a Signature.xml; null if it is unreadable. */
export const readSignatureRecord = (bytes: Uint8Array, path: string): SignatureRecord | null => {
  const references: { path: string; digest: string }[] = [];
  const texts = new Map<string, string>();
  let checkMethod: string | null = null;
  let reference: string | null = null;
  let isInSeal = false;
  let sealPath: string | null = null;
  const isRead = walkXml(bytes, {
    open: (name, attributes) => {
      if (name === 'References') checkMethod = attributes['CheckMethod'] ?? null;
      if (name === 'Reference') reference = attributes['FileRef'] ?? null;
      if (name === 'Seal') isInSeal = true;
    },
    close: (name, text) => {
      const value = text.trim();
      if (name === 'CheckValue' && reference !== null)
        references.push({ path: resolvePath(reference, path), digest: value.replace(/\s+/g, '') });
      else if (name === 'BaseLoc' && isInSeal) sealPath = resolvePath(value, path);
      else if (name === 'Seal') isInSeal = false;
      else if (value !== '') texts.set(name, value);
    },
  });
  if (!isRead) return null;
  const signedValue = texts.get('SignedValue');
  return {
    references,
    checkMethod,
    at: instantOf((texts.get('SignatureDateTime') ?? '').replace(/(\.\d+)Z$/, '$1')),
    signedValue: signedValue === undefined ? null : resolvePath(signedValue, path),
    sealPath,
  };
};
