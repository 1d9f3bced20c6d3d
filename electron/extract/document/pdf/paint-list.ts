import type { PDFPageProxy } from 'pdfjs-dist';
import { applyTransform, compose, identity, type Transform } from '../../../../shared/geometry.ts';
import {
  boxRegion,
  everywhere,
  nowhere,
  unitBounds,
  filledRegion,
  polygonsOf,
  strokedRegion,
  type Region,
} from '../page-text/paint-regions.ts';
import { fontOf, initialState, type Font, type Frame, type State } from './paint-state.ts';
import {
  boundsOfArguments,
  colourOf,
  isRecord,
  listOf,
  matrixOf,
  numberOf,
  pictureOf,
  stencilOf,
} from './operator-values.ts';
import {
  leastOpaque,
  sameColour,
  type Colour,
  type Paint,
  type PaintedGlyph,
  type PaintedPicture,
  type PaintList,
  type TextStyle,
} from '../page-text/painted.ts';

/** More operators than any page of an invoice has. */
const maxOperators = 400_000;
const [maxPaints, maxGlyphs] = [20_000, 60_000];
/** A thinner line, in points, hides no text; several of them may. */
const leastStroke = 0.5;

/**
 * Follows the graphics state through the operators of a page, annotations included, and lists its characters and
 * everything that can hide them, in the order of painting.
 */
export const paintListOf = async (
  page: PDFPageProxy,
  isLayerShown: (properties: unknown) => boolean,
  intent: 'display' | 'print' = 'display',
): Promise<PaintList> => {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { fnArray, argsArray } = await page.getOperatorList({ intent });
  const [glyphs, paints]: [PaintedGlyph[], Paint[]] = [[], []];
  const pictures: Pick<Paint, 'region' | 'clip'>[] = [];
  const saved: State[] = [];
  const fonts = new Map<unknown, Font>();
  const frames: Frame[] = [];
  const layers: boolean[] = [];
  let state = initialState;
  let [hiddenLayers, masks, groupAlpha, annotations] = [0, 0, 1, 0];
  let pendingClip: 'none' | 'winding' | 'even-odd' = 'none';
  let clipsText = false;
  // The text matrix, and the place in the text and at the start of its line.
  let [textMatrix, x, y, lineX, lineY] = [identity, 0, 0, 0, 0];

  const isLeftOut = (): boolean => hiddenLayers > 0 || masks > 0;

  const clipTo = (region: Region): void => {
    state = { ...state, clip: { region, outer: state.clip } };
  };

  const paint = (region: Region, colour: Colour | null, picture: PaintedPicture | null = null): void => {
    if (isLeftOut() || paints.length >= maxPaints) return;
    paints.push({
      order: paints.length + glyphs.length,
      region,
      clip: state.clip,
      colour,
      picture,
      isAnnotation: annotations > 0,
    });
  };

  const isOpaque = (alpha: number): boolean =>
    alpha * groupAlpha >= leastOpaque && !state.isBlended && !state.isMasked;

  const endPath = (end: unknown, data: unknown): void => {
    const [points] = listOf(data);
    const polygons = points instanceof Float32Array ? polygonsOf(points, state.matrix) : [];
    const isEvenOdd = end === OPS.eoFill || end === OPS.eoFillStroke || end === OPS.closeEOFillStroke;
    const isFill = isEvenOdd || end === OPS.fill || end === OPS.fillStroke || end === OPS.closeFillStroke;
    const isOnlyStroke = end === OPS.stroke || end === OPS.closeStroke;
    const isStroke = isFill ? end !== OPS.fill && end !== OPS.eoFill : isOnlyStroke;
    if (polygons.length > 0) {
      if (isFill && isOpaque(state.fillAlpha)) paint(filledRegion(polygons, isEvenOdd), state.fill);
      const { a, b, c, d } = state.matrix;
      const width = state.lineWidth * Math.sqrt(Math.abs(a * d - b * c));
      if (isStroke && width >= leastStroke && isOpaque(state.strokeAlpha))
        paint(strokedRegion(polygons, width), state.stroke);
    }
    if (pendingClip !== 'none')
      clipTo(polygons.length > 0 ? filledRegion(polygons, pendingClip === 'even-odd') : nowhere);
    pendingClip = 'none';
  };

  const paintPicture = (source: PaintedPicture['source'] | null, isStencil = false): void => {
    const { matrix } = state;
    const region = boxRegion(unitBounds, matrix);
    if (!isLeftOut() && pictures.length < maxPaints) pictures.push({ region, clip: state.clip });
    const picture = source === null ? null : { source, matrix, isStencil };
    if (isOpaque(state.fillAlpha)) paint(region, isStencil ? state.fill : null, picture);
  };

  const setStates = (changes: unknown): void => {
    for (const change of listOf(changes)) {
      const [key, value] = listOf(change);
      if (key === 'ca') state = { ...state, fillAlpha: numberOf(value, 1) };
      else if (key === 'CA') state = { ...state, strokeAlpha: numberOf(value, 1) };
      else if (key === 'BM') state = { ...state, isBlended: value !== 'source-over' };
      else if (key === 'SMask') state = { ...state, isMasked: value !== false };
      else if (key === 'LW') state = { ...state, lineWidth: numberOf(value, 1) };
      else if (key === 'Font') setFont(listOf(value));
    }
  };

  const setFont = ([name, size]: readonly unknown[]): void => {
    const found: unknown =
      typeof name === 'string' && page.commonObjs.has(name) ? page.commonObjs.get(name) : null;
    const known = fonts.get(found) ?? fontOf(found, OPS);
    fonts.set(found, known);
    state = { ...state, font: known, fontSize: numberOf(size) };
  };

  const moveText = (dx: number, dy: number): void => {
    lineX += dx;
    lineY += dy;
    [x, y] = [lineX, lineY];
  };

  const styleOf = (toPage: Transform, em: number): TextStyle => {
    const paintsStroke = [1, 2, 5, 6].includes(state.mode);
    const paintsFill = [0, 2, 4, 6].includes(state.mode);
    const alpha = Math.max(paintsFill ? state.fillAlpha : 0, paintsStroke ? state.strokeAlpha : 0);
    const { fill, stroke } = state;
    const isBoth = paintsFill && paintsStroke;
    const colour = isBoth ? sameColour(fill, stroke) : paintsStroke ? stroke : fill;
    const { a, b, c, d } = toPage;
    // Squeezed to nothing in either direction.
    const scale = Math.min(Math.hypot(c, d), Math.abs(state.horizontal) * Math.hypot(a, b));
    return {
      mode: state.mode,
      alpha: alpha * groupAlpha,
      colour: state.font?.isType3 ? (state.font.isColoured ? null : fill) : colour,
      clip: state.clip,
      isLeftOut: isLeftOut(),
      isAnnotation: annotations > 0,
      size: em * scale,
      isVertical: state.font?.isVertical ?? false,
    };
  };

  const showText = (shown: unknown): void => {
    const { font, fontSize, horizontal, rise } = state;
    if (!font) return;
    const toPage = compose(textMatrix, state.matrix);
    const em = Math.abs(fontSize) * font.em;
    const style = styleOf(toPage, em);
    const up = [em * toPage.c, em * toPage.d] as const;
    for (const glyph of listOf(shown)) {
      if (typeof glyph === 'number') {
        const step = (-glyph / 1000) * fontSize;
        if (font.isVertical) y += step;
        else x += step * horizontal;
        continue;
      }
      if (!isRecord(glyph)) continue;
      const spacing = (glyph['isSpace'] === true ? state.wordSpacing : 0) + state.charSpacing;
      const place = applyTransform(toPage, x, y + rise);
      const text = typeof glyph['unicode'] === 'string' ? glyph['unicode'] : '';
      const advance = font.isVertical
        ? numberOf(listOf(glyph['vmetric'])[0], -1000)
        : numberOf(glyph['width']);
      const width = advance * font.scale * fontSize;
      const along: readonly [number, number] = font.isVertical
        ? [width * toPage.c, width * toPage.d]
        : [width * horizontal * toPage.a, width * horizontal * toPage.b];
      if (text !== '' && glyphs.length < maxGlyphs)
        glyphs.push({ text, order: paints.length + glyphs.length, ...place, along, up, style });
      if (font.isVertical) y += width - spacing;
      else x += (width + spacing) * horizontal;
    }
    if (state.mode >= 4) clipsText = true;
  };

  const beginFrame = (isMask: boolean, begin: () => void): void => {
    frames.push({ saved: state, depth: saved.length, alpha: groupAlpha, isMask });
    if (isMask) masks += 1;
    begin();
  };
  const endFrame = (): void => {
    const frame = frames.pop();
    if (!frame) return;
    saved.length = Math.min(saved.length, frame.depth);
    if (frame.isMask) masks -= 1;
    state = frame.saved;
    groupAlpha = frame.alpha;
  };

  const beginGroup = (group: unknown): void => {
    const { matrix, bbox, smask } = isRecord(group) ? group : {};
    beginFrame(isRecord(smask), () => {
      groupAlpha *= state.fillAlpha;
      const own = matrixOf(matrix);
      const bounds = boundsOfArguments(bbox);
      const inside = own ? compose(own, state.matrix) : state.matrix;
      if (bounds) clipTo(boxRegion(bounds, inside));
      state = { ...state, fillAlpha: 1, strokeAlpha: 1 };
    });
  };

  const beginForm = ([matrix, bbox]: readonly unknown[]): void => {
    saved.push(state);
    const own = matrixOf(matrix);
    if (own) state = { ...state, matrix: compose(own, state.matrix) };
    const bounds = boundsOfArguments(bbox);
    if (bounds) clipTo(boxRegion(bounds, state.matrix));
  };

  const beginAnnotation = ([, rect, transform, matrix]: readonly unknown[]): void => {
    beginFrame(false, () => {
      annotations += 1;
      groupAlpha = 1;
      const bounds = boundsOfArguments(rect);
      const outer = matrixOf(transform) ?? identity;
      const clip = bounds ? { region: boxRegion(bounds, identity), outer: null } : null;
      state = { ...initialState, clip, matrix: compose(matrixOf(matrix) ?? identity, outer) };
    });
  };

  const operate = (operation: number, given: readonly unknown[]): void => {
    const [first] = given;
    switch (operation) {
      case OPS.save:
        saved.push(state);
        break;
      case OPS.restore:
        state = saved.pop() ?? state;
        break;
      case OPS.transform: {
        const own = matrixOf(given);
        if (own) state = { ...state, matrix: compose(own, state.matrix) };
        break;
      }
      case OPS.setGState:
        setStates(first);
        break;
      case OPS.setLineWidth:
        state = { ...state, lineWidth: numberOf(first, 1) };
        break;
      case OPS.setFillRGBColor:
        state = { ...state, fill: colourOf(first) };
        break;
      case OPS.setStrokeRGBColor:
        state = { ...state, stroke: colourOf(first) };
        break;
      case OPS.setFillColorN:
      case OPS.setFillTransparent:
        state = { ...state, fill: null };
        break;
      case OPS.setStrokeColorN:
      case OPS.setStrokeTransparent:
        state = { ...state, stroke: null };
        break;
      case OPS.clip:
        pendingClip = 'winding';
        break;
      case OPS.eoClip:
        pendingClip = 'even-odd';
        break;
      case OPS.constructPath:
        endPath(first, given[1]);
        break;
      case OPS.shadingFill:
        if (isOpaque(state.fillAlpha)) paint(everywhere, null);
        break;
      // Several pictures are several operators here: only the library's own drawing joins them.
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
        paintPicture(pictureOf(first));
        break;
      case OPS.paintImageMaskXObject:
        paintPicture(stencilOf(first), true);
        break;
      case OPS.paintSolidColorImageMask:
        paintPicture(null, true);
        break;
      case OPS.beginText:
        [textMatrix, x, y, lineX, lineY] = [identity, 0, 0, 0, 0];
        break;
      case OPS.endText:
        // What follows shows only inside of the characters.
        if (clipsText) clipTo(nowhere);
        clipsText = false;
        break;
      case OPS.setCharSpacing:
        state = { ...state, charSpacing: numberOf(first) };
        break;
      case OPS.setWordSpacing:
        state = { ...state, wordSpacing: numberOf(first) };
        break;
      case OPS.setHScale:
        state = { ...state, horizontal: numberOf(first, 100) / 100 };
        break;
      case OPS.setLeading:
        state = { ...state, leading: numberOf(first) };
        break;
      case OPS.setFont:
        setFont(given);
        break;
      case OPS.setTextRenderingMode:
        state = { ...state, mode: numberOf(first) };
        break;
      case OPS.setTextRise:
        state = { ...state, rise: numberOf(first) };
        break;
      case OPS.moveText:
        moveText(numberOf(first), numberOf(given[1]));
        break;
      case OPS.setLeadingMoveText:
        state = { ...state, leading: -numberOf(given[1]) };
        moveText(numberOf(first), numberOf(given[1]));
        break;
      case OPS.setTextMatrix:
        textMatrix = matrixOf(first) ?? identity;
        [x, y, lineX, lineY] = [0, 0, 0, 0];
        break;
      case OPS.nextLine:
        moveText(0, -state.leading);
        break;
      case OPS.showText:
        showText(first);
        break;
      case OPS.beginMarkedContent:
        layers.push(true);
        break;
      case OPS.beginMarkedContentProps: {
        const isShown = first !== 'OC' || isLayerShown(given[1]);
        layers.push(isShown);
        if (!isShown) hiddenLayers += 1;
        break;
      }
      case OPS.endMarkedContent:
        if (layers.pop() === false) hiddenLayers -= 1;
        break;
      case OPS.paintFormXObjectBegin:
        beginForm(given);
        break;
      case OPS.paintFormXObjectEnd:
        state = saved.pop() ?? state;
        break;
      case OPS.beginGroup:
        beginGroup(first);
        break;
      case OPS.endGroup:
        endFrame();
        break;
      case OPS.beginAnnotation:
        beginAnnotation(given);
        break;
      case OPS.endAnnotation:
        annotations -= 1;
        endFrame();
        break;
      default:
    }
  };

  const count = Math.min(fnArray.length, maxOperators);
  for (let at = 0; at < count; at += 1) operate(fnArray[at] ?? 0, listOf(argsArray[at]));
  const isWhole = fnArray.length <= maxOperators && paints.length < maxPaints && glyphs.length < maxGlyphs;
  return { glyphs, paints, pictures, isWhole };
};
