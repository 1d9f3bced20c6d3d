import type { OfdDocument } from './document.ts';
import { OfdFailure } from './limits.ts';
import type { OfdPackage } from './package.ts';
import { folderOf } from './paths.ts';
import { isTrue } from './values.ts';
import { childOf, childrenOf, elementText, type OfdElement } from './xml-tree.ts';

export type OfdFont = {
  readonly id: string;
  readonly name: string;
  readonly family: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  /** Path of the embedded font file; null if there is none. */
  readonly path: string | null;
};

export type ColorSpace = {
  readonly type: 'gray' | 'rgb' | 'cmyk';
  readonly palette: readonly string[];
};

/** The resources that pages refer to by id. */
export type Resources = {
  readonly fonts: ReadonlyMap<string, OfdFont>;
  readonly colorSpaces: ReadonlyMap<string, ColorSpace>;
  readonly drawParams: ReadonlyMap<string, OfdElement>;
  /** Paths of pictures. */
  readonly media: ReadonlyMap<string, string>;
  readonly composites: ReadonlyMap<string, OfdElement>;
};

type Collected = {
  readonly fonts: Map<string, OfdFont>;
  readonly colorSpaces: Map<string, ColorSpace>;
  readonly drawParams: Map<string, OfdElement>;
  readonly media: Map<string, string>;
  readonly composites: Map<string, OfdElement>;
};

const spaceTypes: Readonly<Record<string, ColorSpace['type']>> = { GRAY: 'gray', RGB: 'rgb', CMYK: 'cmyk' };

const idOf = ({ attributes }: OfdElement): string => attributes['ID'] ?? '';

const addList = (parts: OfdPackage, path: string, document: OfdDocument, found: Collected): void => {
  const root = parts.xml(path)?.root;
  if (!root) return;
  const folder = folderOf(path);
  const base = root.attributes['BaseLoc']?.replace(/\/*$/, '/') ?? '';
  const locate = (location: string | null): string | null =>
    location === null
      ? null
      : parts.locate(location, [/^[\\/]/.test(base) ? base : folder + base, folder, document.folder]);
  for (const font of childrenOf(childOf(root, 'Fonts'), 'Font')) {
    const { attributes } = font;
    const name = attributes['FontName'] ?? '';
    found.fonts.set(idOf(font), {
      id: idOf(font),
      name,
      family: attributes['FamilyName'] ?? name,
      isBold: isTrue(attributes['Bold'], false),
      isItalic: isTrue(attributes['Italic'], false),
      path: locate(elementText(font, 'FontFile')),
    });
  }
  for (const space of childrenOf(childOf(root, 'ColorSpaces'), 'ColorSpace'))
    found.colorSpaces.set(idOf(space), {
      type: spaceTypes[(space.attributes['Type'] ?? '').toUpperCase()] ?? 'rgb',
      palette: childrenOf(childOf(space, 'Palette'), 'CV').map(({ text }) => text),
    });
  for (const param of childrenOf(childOf(root, 'DrawParams'), 'DrawParam'))
    found.drawParams.set(idOf(param), param);
  for (const media of childrenOf(childOf(root, 'MultiMedias'), 'MultiMedia')) {
    const place = locate(elementText(media, 'MediaFile'));
    if (place !== null) found.media.set(idOf(media), place);
  }
  for (const name of ['CompositeGraphicUnits', 'CompositeGraphicUnit'])
    for (const group of childrenOf(root, name))
      for (const unit of group.name === 'CompositeGraphicUnit'
        ? [group]
        : childrenOf(group, 'CompositeGraphicUnit'))
        found.composites.set(idOf(unit), unit);
};

/**
 * Reads lists of resources; later lists override earlier ones. A damaged list is skipped, and objects that
 * refer to it are drawn without it.
 */
export const readResources = (
  parts: OfdPackage,
  document: OfdDocument,
  paths: readonly string[],
  below: Resources | null = null,
): Resources => {
  if (below && paths.length === 0) return below;
  const found: Collected = {
    fonts: new Map(below?.fonts),
    colorSpaces: new Map(below?.colorSpaces),
    drawParams: new Map(below?.drawParams),
    media: new Map(below?.media),
    composites: new Map(below?.composites),
  };
  for (const path of paths) {
    try {
      addList(parts, path, document, found);
    } catch (error) {
      if (!(error instanceof OfdFailure) || error.reason !== 'damaged') throw error;
    }
  }
  return found;
};
