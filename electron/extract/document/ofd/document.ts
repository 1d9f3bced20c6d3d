import type { Box } from '../../../../shared/geometry.ts';
import { maxOfdPages, maxPageSide, OfdFailure } from './limits.ts';
import type { OfdPackage } from './package.ts';
import { folderOf } from './paths.ts';
import { boxOf } from './values.ts';
import { childOf, childrenOf, elementText, type OfdElement } from './xml-tree.ts';

/** A page or template of a document: its id and the path of its content. */
export type PageRef = { readonly id: string; readonly path: string };

/** One document of an OFD; most files contain only one. */
export type OfdDocument = {
  /** Path of `Document.xml`, and its folder. */
  readonly path: string;
  readonly folder: string;
  readonly pages: readonly PageRef[];
  readonly templates: ReadonlyMap<string, PageRef>;
  /** Paths of the lists of resources. */
  readonly resources: readonly string[];
  readonly box: Box | null;
  /** `DocInfo/CustomDatas`, by name. */
  readonly customData: ReadonlyMap<string, string>;
  readonly attachments: string | null;
  readonly customTags: string | null;
  readonly annotations: string | null;
  readonly signatures: string | null;
};

export type OfdFile = {
  readonly parts: OfdPackage;
  readonly documents: readonly OfdDocument[];
};

/** A4, if the file states no page size. */
const usualBox: Box = { x: 0, y: 0, w: 210, h: 297 };

const areaBox = (area: OfdElement | undefined): Box | null => {
  for (const name of ['PhysicalBox', 'CropBox', 'ApplicationBox']) {
    const box = boxOf(elementText(area, name) ?? undefined);
    if (box && box.w > 0 && box.h > 0) return box;
  }
  return null;
};

/** The visible area of a page, in millimetres: its own box, or else the document's. Throws an `OfdFailure`. */
export const pageBox = (content: OfdElement | undefined, document: OfdDocument): Box => {
  const box = areaBox(childOf(content, 'Area')) ?? document.box ?? usualBox;
  if (Math.max(box.w, box.h) > maxPageSide)
    throw new OfdFailure('page-too-large', `${Math.round(box.w)} × ${Math.round(box.h)} mm`);
  return box;
};

const pageRefs = (parts: OfdPackage, elements: readonly OfdElement[], folder: string): readonly PageRef[] =>
  elements.flatMap(({ attributes }) => {
    const path = parts.locate(attributes['BaseLoc'] ?? '', [folder]);
    return path === null ? [] : [{ id: attributes['ID'] ?? '', path }];
  });

const named = (element: OfdElement | undefined, name: string): readonly OfdElement[] =>
  element?.children.filter((child) => child.name.toLowerCase() === name) ?? [];

/** Producers don't agree on the case of these names. */
const customDataOf = (info: OfdElement | undefined): ReadonlyMap<string, string> =>
  new Map(
    named(info, 'customdatas')
      .flatMap((list) => named(list, 'customdata'))
      .map(({ attributes, text }) => [attributes['Name'] ?? attributes['name'] ?? '', text.trim()]),
  );

const openDocument = (parts: OfdPackage, body: OfdElement, top: string): OfdDocument | null => {
  const path = parts.locate(elementText(body, 'DocRoot') ?? '', [top]);
  const tree = path === null ? null : parts.xml(path);
  if (path === null || !tree) return null;
  const { root } = tree;
  const folder = folderOf(path);
  const common = childOf(root, 'CommonData');
  const locate = (location: string | null): string | null =>
    location === null ? null : parts.locate(location, [folder]);
  const pages = childrenOf(childOf(root, 'Pages'), 'Page');
  if (pages.length > maxOfdPages) throw new OfdFailure('too-many-pages', `${pages.length}`);
  return {
    path,
    folder,
    pages: pageRefs(parts, pages, folder),
    templates: new Map(
      pageRefs(parts, childrenOf(common, 'TemplatePage'), folder).map((template) => [template.id, template]),
    ),
    resources: ['PublicRes', 'DocumentRes'].flatMap((name) =>
      childrenOf(common, name).flatMap(({ text }) => locate(text.trim()) ?? []),
    ),
    box: areaBox(childOf(common, 'PageArea')),
    customData: customDataOf(childOf(body, 'DocInfo')),
    attachments: locate(elementText(root, 'Attachments')),
    customTags: locate(elementText(root, 'CustomTags')),
    annotations: locate(elementText(root, 'Annotations')),
    signatures: parts.locate(elementText(body, 'Signatures') ?? '', [top, folder]),
  };
};

/** The documents of an open package. Throws an `OfdFailure` if there is none. */
export const openDocuments = (parts: OfdPackage): OfdFile => {
  const path = parts.locate('OFD.xml', ['']);
  const tree = path === null ? null : parts.xml(path);
  if (path === null || !tree) throw new OfdFailure('damaged', 'no OFD.xml');
  const documents = childrenOf(tree.root, 'DocBody')
    .map((body) => openDocument(parts, body, folderOf(path)))
    .filter((document) => document !== null);
  const count = documents.reduce((sum, { pages }) => sum + pages.length, 0);
  if (count > maxOfdPages) throw new OfdFailure('too-many-pages', `${count}`);
  if (count === 0) throw new OfdFailure('damaged', 'no page');
  return { parts, documents };
};
