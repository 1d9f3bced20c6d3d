import { compose, type Box, type Transform } from '../../../../shared/geometry.ts';
import { pageBox, type OfdDocument, type OfdFile, type PageRef } from './document.ts';
import { maxNesting, OfdFailure, spend } from './limits.ts';
import { folderOf } from './paths.ts';
import { parsePath, type PathStep } from './path-data.ts';
import { readResources, type OfdFont, type Resources } from './resources.ts';
import { styleOf, type Style } from './style.ts';
import { emsOfFont, layoutText, type TextLayout } from './text-layout.ts';
import { boxOf, isTrue, move, ofdNumber, transformOf } from './values.ts';
import { childOf, childrenOf, type OfdElement } from './xml-tree.ts';

type ItemSource = 'template' | 'page' | 'annotation';

/** A region that clips an item: outlines in their own coordinates. */
export type Clip = {
  readonly areas: readonly { readonly steps: readonly PathStep[]; readonly toPage: Transform }[];
};

type Common = {
  readonly id: string;
  readonly source: ItemSource;
  /** From the object's coordinates to millimetres of the page. */
  readonly toPage: Transform;
  readonly clips: readonly Clip[];
  /** 0 to 1. */
  readonly alpha: number;
  readonly blend: string | null;
};

export type TextItem = Common & {
  readonly kind: 'text';
  readonly layout: TextLayout;
  readonly font: OfdFont | null;
  readonly weight: number;
  readonly isItalic: boolean;
  readonly isFilled: boolean;
  readonly isStroked: boolean;
  readonly style: Style;
};

export type PathItem = Common & {
  readonly kind: 'path';
  readonly steps: readonly PathStep[];
  readonly isEvenOdd: boolean;
  readonly isFilled: boolean;
  readonly isStroked: boolean;
  readonly style: Style;
};

export type ImageItem = Common & {
  readonly kind: 'image';
  /** Path of the picture in the package; it fills the unit square. It is drawn whole, without its mask. */
  readonly path: string | null;
  readonly size: Box;
};

export type PageItem = TextItem | PathItem | ImageItem;

export type OfdPage = {
  /** The visible area in millimetres. Items are positioned from its top-left corner. */
  readonly box: Box;
  readonly items: readonly PageItem[];
  /** Parts of the page's XML were not well-formed, or unreadable. */
  readonly isDamaged: boolean;
};

const rectangle = ({ x, y, w, h }: Box): readonly PathStep[] => [
  { op: 'M', x, y },
  { op: 'L', x: x + w, y },
  { op: 'L', x: x + w, y: y + h },
  { op: 'L', x, y: y + h },
  { op: 'C' },
];

type Place = {
  readonly toPage: Transform;
  readonly clips: readonly Clip[];
  readonly alpha: number;
  readonly source: ItemSource;
  readonly layerParam: string | undefined;
  readonly depth: number;
};

const clipsOf = (element: OfdElement, toPage: Transform): readonly Clip[] =>
  childrenOf(childOf(element, 'Clips'), 'Clip').flatMap((clip) => {
    const areas = childrenOf(clip, 'Area').flatMap((area) => {
      const path = childOf(area, 'Path');
      if (!path) return [];
      const inArea = compose(transformOf(area.attributes['CTM']), toPage);
      const box = boxOf(path.attributes['Boundary']);
      const placed = compose(
        compose(transformOf(path.attributes['CTM']), move(box?.x ?? 0, box?.y ?? 0)),
        inArea,
      );
      return [{ steps: parsePath(childOf(path, 'AbbreviatedData')?.text ?? ''), toPage: placed }];
    });
    return areas.length > 0 ? [{ areas }] : [];
  });

/** Collects the objects of a page, template, annotation or composite in a flat list, in painting order. */
const collect = (
  elements: readonly OfdElement[],
  place: Place,
  { parts }: OfdFile,
  resources: Resources,
  items: PageItem[],
): void => {
  if (place.depth > maxNesting) throw new OfdFailure('damaged', 'objects nested too deep');
  for (const element of elements) {
    const { attributes, name } = element;
    if (name === 'PageBlock') {
      collect(
        element.children,
        { ...place, depth: place.depth + 1 },
        { parts, documents: [] },
        resources,
        items,
      );
      continue;
    }
    const isObject =
      name === 'TextObject' || name === 'PathObject' || name === 'ImageObject' || name === 'CompositeObject';
    if (!isObject) continue;
    spend(parts.budget, 'items', 1);
    const boundary = boxOf(attributes['Boundary']) ?? { x: 0, y: 0, w: 0, h: 0 };
    const outer = compose(move(boundary.x, boundary.y), place.toPage);
    const toPage = compose(transformOf(attributes['CTM']), outer);
    // What is not shown is kept, since it may state other values than the page shows.
    const isShown = isTrue(attributes['Visible'], true);
    const alpha = isShown ? Math.min(1, Math.max(0, ofdNumber(attributes['Alpha'], 255) / 255)) : 0;
    const common = {
      id: attributes['ID'] ?? '',
      source: place.source,
      toPage,
      clips: [...place.clips, ...clipsOf(element, outer)],
      alpha: place.alpha * alpha,
      blend: attributes['BlendMode'] ?? null,
    };
    const size = { x: 0, y: 0, w: boundary.w, h: boundary.h };
    if (name === 'CompositeObject') {
      const unit = resources.composites.get(attributes['ResourceID'] ?? '');
      const content = childOf(unit, 'Content');
      if (!content) continue;
      const inside = { ...place, ...common, depth: place.depth + 1 };
      collect(content.children, inside, { parts, documents: [] }, resources, items);
    } else if (name === 'ImageObject') {
      const picture = (key: string): string | null => resources.media.get(attributes[key] ?? '') ?? null;
      items.push({
        ...common,
        kind: 'image',
        path: picture('ResourceID') ?? picture('Substitution'),
        size,
      });
    } else {
      const style = styleOf(element, place.layerParam, resources);
      if (name === 'PathObject') {
        // A line at the edge of its boundary keeps its width.
        const wide = style.lineWidth / 2;
        const edge = { x: -wide, y: -wide, w: size.w + style.lineWidth, h: size.h + style.lineWidth };
        const boundaryClip = { areas: [{ steps: rectangle(edge), toPage: outer }] };
        items.push({
          ...common,
          clips: size.w > 0 || size.h > 0 ? [...common.clips, boundaryClip] : common.clips,
          kind: 'path',
          steps: parsePath(childOf(element, 'AbbreviatedData')?.text ?? ''),
          isEvenOdd: attributes['Rule'] === 'Even-Odd',
          isFilled: isTrue(attributes['Fill'], false),
          isStroked: isTrue(attributes['Stroke'], true),
          style,
        });
      } else {
        const codes = childrenOf(element, 'TextCode');
        // Counted before layout, because a text may be megabytes long.
        spend(
          parts.budget,
          'glyphs',
          codes.reduce((sum, { text }) => sum + text.length, 0),
        );
        const font = resources.fonts.get(attributes['Font'] ?? '') ?? null;
        items.push({
          ...common,
          kind: 'text',
          layout: layoutText(element, emsOfFont(font)),
          font,
          weight: ofdNumber(attributes['Weight'], 400),
          isItalic: isTrue(attributes['Italic'], false),
          isFilled: isTrue(attributes['Fill'], true),
          isStroked: isTrue(attributes['Stroke'], false),
          style,
        });
      }
    }
  }
};

const layerRank = (layer: OfdElement): number => {
  const type = layer.attributes['Type'];
  if (type === 'Background') return 0;
  return type === 'Foreground' ? 2 : 1;
};

const collectContent = (
  content: OfdElement | undefined,
  place: Omit<Place, 'layerParam' | 'alpha' | 'clips' | 'depth'>,
  file: OfdFile,
  resources: Resources,
  items: PageItem[],
): void => {
  const layers = childrenOf(childOf(content, 'Content'), 'Layer').toSorted(
    (one, other) => layerRank(one) - layerRank(other),
  );
  for (const layer of layers)
    collect(
      layer.children,
      { ...place, clips: [], alpha: 1, depth: 0, layerParam: layer.attributes['DrawParam'] },
      file,
      resources,
      items,
    );
};

/** Annotations of a page: the paths of their lists. */
const annotationPaths = (file: OfdFile, document: OfdDocument, page: PageRef): readonly string[] => {
  const { annotations } = document;
  if (annotations === null) return [];
  const list = file.parts.xml(annotations)?.root;
  return childrenOf(list, 'Page')
    .filter(({ attributes }) => attributes['PageID'] === page.id)
    .flatMap((entry) => childrenOf(entry, 'FileLoc'))
    .flatMap(({ text }) => file.parts.locate(text, [folderOf(annotations), document.folder]) ?? []);
};

/**
 * Reads a page with its templates and annotations. Damaged templates and annotations are left out and noted.
 * Throws an `OfdFailure` if the page itself is unreadable.
 */
export const readPage = (
  file: OfdFile,
  document: OfdDocument,
  page: PageRef,
  documentResources: Resources,
): OfdPage => {
  const { parts } = file;
  const tree = parts.xml(page.path);
  if (!tree) throw new OfdFailure('damaged', 'no page content');
  let { isDamaged } = tree;
  const box = pageBox(tree.root, document);
  const origin = move(-box.x, -box.y);
  const resourcesOf = (content: OfdElement, path: string): Resources =>
    readResources(
      parts,
      document,
      childrenOf(content, 'PageRes').flatMap(
        ({ text }) => parts.locate(text, [folderOf(path), document.folder]) ?? [],
      ),
      documentResources,
    );
  const items: PageItem[] = [];
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof OfdFailure) || error.reason !== 'damaged') throw error;
      isDamaged = true;
    }
  };
  const addTemplates = (isForeground: boolean): void => {
    for (const { attributes } of childrenOf(tree.root, 'Template').slice(0, maxNesting)) {
      if ((attributes['ZOrder'] === 'Foreground') !== isForeground) continue;
      const template = document.templates.get(attributes['TemplateID'] ?? '');
      if (!template) continue;
      attempt(() => {
        const content = parts.xml(template.path);
        if (!content) return;
        isDamaged ||= content.isDamaged;
        const place = { toPage: origin, source: 'template' } as const;
        collectContent(content.root, place, file, resourcesOf(content.root, template.path), items);
      });
    }
  };
  addTemplates(false);
  const place = { toPage: origin, source: 'page' } as const;
  collectContent(tree.root, place, file, resourcesOf(tree.root, page.path), items);
  addTemplates(true);
  attempt(() => {
    for (const path of annotationPaths(file, document, page))
      for (const annotation of childrenOf(parts.xml(path)?.root, 'Annot')) {
        const appearance = childOf(annotation, 'Appearance');
        if (!appearance || !isTrue(annotation.attributes['Visible'], true)) continue;
        const boundary = boxOf(appearance.attributes['Boundary']);
        const inside = compose(move(boundary?.x ?? 0, boundary?.y ?? 0), origin);
        const at = { toPage: inside, source: 'annotation', clips: [], alpha: 1, depth: 0 } as const;
        collect(appearance.children, { ...at, layerParam: undefined }, file, documentResources, items);
      }
  });
  return { box, items, isDamaged };
};
