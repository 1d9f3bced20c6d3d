import sharp from 'sharp';
import { describe, expect, it, test } from 'vitest';
import { readOfd } from '../../../../../../electron/extract/document/ofd/read/read-ofd.ts';
import { checkInvoice } from '../../../../../../shared/invoice/check-invoice.ts';
import type { InvoiceExtraction } from '../../../../../../shared/invoice/extraction.ts';
import { quiet } from '../../../../../helpers/checked-invoice.ts';
import { made } from '../../../../../helpers/digital-xml.ts';
import { packOfd, textObject, xmlOf } from '../../../../../samples/digital/ofd-file.ts';
import { ofdInvoiceParts, type OfdInvoiceOptions } from '../../../../../samples/digital/write-ofd.ts';

const truth = { ...made(3, { lines: 2 }), kind: '32' };
const gross = truth.grossTotal ?? '';
const content = 'Doc_0/Pages/Page_0/Content.xml';
const space = 'xmlns:ofd="http://www.ofdspec.org/2016"';

type Parts = Record<string, string | Buffer>;
type Place = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
type Hidden = {
  /** The text objects, as they are hidden. */
  readonly text: string;
  /** What is painted over them. */
  readonly over?: string;
  readonly parts?: Parts;
};

const boxOf = ({ x, y, w, h }: Place): string => `Boundary="${x} ${y} ${w} ${h}"`;
const outline = ({ w, h }: Place): string =>
  `<ofd:AbbreviatedData>M 0 0 L ${w} 0 L ${w} ${h} L 0 ${h} C</ofd:AbbreviatedData>`;
const whiteBox = (place: Place): string =>
  `<ofd:PathObject ${boxOf(place)} Fill="true" Stroke="false"><ofd:FillColor Value="255 255 255"/>${outline(place)}</ofd:PathObject>`;

const withAttribute = (text: string, attribute: string): string =>
  text.replaceAll('<ofd:TextObject ', `<ofd:TextObject ${attribute} `);
const withChild = (text: string, child: string): string =>
  text.replaceAll(/(<ofd:TextObject [^>]*>)/gu, `$1${child}`);

const annotated = (objects: string): Parts => ({
  'Doc_0/Annots/Annotations.xml': xmlOf(
    `<ofd:Annotations ${space}><ofd:Page PageID="100"><ofd:FileLoc>Page_0/Annotation.xml</ofd:FileLoc></ofd:Page></ofd:Annotations>`,
  ),
  'Doc_0/Annots/Page_0/Annotation.xml': xmlOf(
    `<ofd:PageAnnot ${space}><ofd:Annot Type="Stamp" ID="90"><ofd:Appearance Boundary="0 0 210 2000">${objects}</ofd:Appearance></ofd:Annot></ofd:PageAnnot>`,
  ),
});

const paper = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
  .png()
  .toBuffer();

/** How text of an OFD can be there without being seen. */
const ways: Readonly<Record<string, (text: string, place: Place) => Hidden>> = {
  'white on white': (text) => ({ text: withChild(text, '<ofd:FillColor Value="255 255 255"/>') }),
  'full transparency': (text) => ({ text: withAttribute(text, 'Alpha="0"') }),
  'its visibility': (text) => ({ text: withAttribute(text, 'Visible="false"') }),
  'not being filled': (text) => ({ text: withAttribute(text, 'Fill="false"') }),
  'a clip': (text) => ({
    text: withChild(
      text,
      '<ofd:Clips><ofd:Clip><ofd:Area><ofd:Path Boundary="0 0 1 1" Fill="true"><ofd:AbbreviatedData>M -9 -9 L -8 -9 L -8 -8 C</ofd:AbbreviatedData></ofd:Path></ofd:Area></ofd:Clip></ofd:Clips>',
    ),
  }),
  'its size': (text) => ({
    text: text
      .replaceAll(/ Size="[^"]*"/gu, ' Size="0.003"')
      .replaceAll(/ DeltaX="[^"]*"/gu, ' DeltaX="g 99 0.0015"'),
  }),
  'its width': (text) => ({ text: withAttribute(text, 'CTM="0.01 0 0 1 0 0"') }),
  'a white path': (text, place) => ({ text, over: whiteBox(place) }),
  'a thick line': (text, place) => ({
    text,
    over: `<ofd:PathObject ${boxOf(place)} LineWidth="${place.h}" Stroke="true" Fill="false"><ofd:StrokeColor Value="255 255 255"/><ofd:AbbreviatedData>M 0 ${place.h / 2} L ${place.w} ${place.h / 2}</ofd:AbbreviatedData></ofd:PathObject>`,
  }),
  'a picture': (text, place) => ({
    text,
    over: `<ofd:ImageObject ${boxOf(place)} CTM="${place.w} 0 0 ${place.h} 0 0" ResourceID="70"/>`,
  }),
  'a picture that is drawn without its mask': (text, place) => ({
    text,
    over: `<ofd:ImageObject ${boxOf(place)} CTM="${place.w} 0 0 ${place.h} 0 0" ResourceID="70" ImageMask="70"/>`,
  }),
  'white fill and stroke': (text) => ({
    text: withChild(
      withAttribute(text, 'Stroke="true"'),
      '<ofd:FillColor Value="255 255 255"/><ofd:StrokeColor Value="255 255 255"/>',
    ),
  }),
  'an annotation': (text, place) => ({ text, parts: annotated(whiteBox(place)) }),
};

const partsOf = (options: OfdInvoiceOptions): Parts => {
  const parts = ofdInvoiceParts(truth, { template: false, ...options });
  parts['Doc_0/PublicRes.xml'] = String(parts['Doc_0/PublicRes.xml']).replace(
    '</ofd:Res>',
    '<ofd:MultiMedias><ofd:MultiMedia ID="70" Type="Image"><ofd:MediaFile>paper.png</ofd:MediaFile></ofd:MultiMedia></ofd:MultiMedias></ofd:Res>',
  );
  parts['Doc_0/Document.xml'] = String(parts['Doc_0/Document.xml']).replace(
    '</ofd:Document>',
    '<ofd:Annotations>Annots/Annotations.xml</ofd:Annotations></ofd:Document>',
  );
  return { ...parts, ...annotated(''), 'Doc_0/Res/paper.png': paper };
};

const object =
  /<ofd:TextObject [^>]*Boundary="(\S+) (\S+) (\S+) (\S+)"[^>]*>(?:(?!<\/ofd:TextObject>).)*<\/ofd:TextObject>/gu;

/** The page with the texts that are chosen hidden in this way. */
const hiding = (parts: Parts, way: string, isChosen: (text: string) => boolean, after = ''): Buffer => {
  const hide = ways[way];
  if (!hide) throw new Error(way);
  const over: string[] = [];
  let more: Parts = {};
  let count = 0;
  const page = String(parts[content]).replaceAll(object, (text, x, y, w, h) => {
    if (!isChosen(text)) return text;
    count += 1;
    const hidden = hide(text, { x: Number(x), y: Number(y), w: Number(w), h: Number(h) });
    over.push(hidden.over ?? '');
    more = hidden.parts ?? more;
    return hidden.text;
  });
  if (count === 0) throw new Error('Nothing to hide');
  const painted = page.replace('</ofd:Layer>', `${over.join('')}${after}</ofd:Layer>`);
  return packOfd({ ...parts, ...more, [content]: painted });
};

const isGross = (text: string): boolean => text.includes(`>${gross}</ofd:TextCode>`);

const readOne = async (bytes: Buffer): Promise<InvoiceExtraction> => {
  const read = await readOfd(bytes);
  const [one] = read.ok ? read.value : [];
  if (!one) throw new Error('Not one invoice');
  return one;
};

const notVisible = expect.objectContaining({
  id: 'text-not-visible',
  level: 'error',
  fields: ['grossTotal'],
});

describe('text that a page of an OFD does not show', () => {
  it('is read as long as it can be seen', async () => {
    for (const options of [{}, { tags: true }, { attachment: true }]) {
      const { invoice, findings } = await readOne(packOfd(partsOf(options)));
      const doubts = findings.filter(({ id }) => id !== 'not-compared');
      expect([invoice.grossTotal, doubts]).toEqual([gross, []]);
    }
  });

  test.each(Object.keys(ways))('is an error where a value is hidden by %s', async (way) => {
    for (const options of [{}, { tags: true }, { attachment: true }]) {
      const extraction = await readOne(hiding(partsOf(options), way, isGross));
      // The data of the attachment says it, but the page does not.
      expect(extraction.invoice.grossTotal).toBeNull();
      expect(checkInvoice(extraction, quiet)).toContainEqual(notVisible);
    }
  });

  it('is an error where it is the point of a value', async () => {
    const parts = partsOf({});
    const page = String(parts[content]);
    const text = page.match(object)?.find(isGross) ?? '';
    const [, x = 0, y = 0] = (/Boundary="(\S+) (\S+)/u.exec(text) ?? []).map(Number);
    const at = gross.indexOf('.') + Number(text.includes('>¥'));
    const step = Number(/DeltaX="g \d+ (\S+)"/u.exec(text)?.[1]);
    const cover = whiteBox({ x: x + at * step, y: y + 2.6, w: step, h: 1 });
    const covered = page.replace('</ofd:Layer>', `${cover}</ofd:Layer>`);
    const extraction = await readOne(packOfd({ ...parts, [content]: covered }));
    expect(checkInvoice(extraction, quiet)).toContainEqual(notVisible);
  });

  it('is an error where its characters stand on each other', async () => {
    const parts = partsOf({});
    const piled = String(parts[content]).replaceAll(object, (text) =>
      isGross(text) ? text.replace(/ DeltaX="[^"]*"/u, ' DeltaX="0"') : text,
    );
    const extraction = await readOne(packOfd({ ...parts, [content]: piled }));
    expect(extraction.invoice.grossTotal).toBeNull();
    expect(checkInvoice(extraction, quiet)).toContainEqual(notVisible);
  });

  test.each(['a white path', 'a picture'])('never wins over what is written above %s', async (way) => {
    const cover = /Boundary="(\S+) (\S+)/u.exec(
      String(partsOf({})[content]).match(object)?.find(isGross) ?? '',
    );
    const shown = textObject({ x: Number(cover?.[1]), y: Number(cover?.[2]) + 3.175, text: '12.34' });
    for (const options of [{}, { tags: true }]) {
      const extraction = await readOne(hiding(partsOf(options), way, isGross, shown));
      expect(extraction.invoice.grossTotal).not.toBe(gross);
      expect(checkInvoice(extraction, quiet)).toContainEqual(notVisible);
    }
  });

  const ofAll = Object.keys(ways).filter((way) => way !== 'an annotation');
  test.each(ofAll)('makes no invoice if all of it is hidden by %s', async (way) => {
    const read = await readOfd(hiding(partsOf({}), way, () => true));
    expect(read).toMatchObject({ ok: false, failure: { reason: 'no-invoice-data' } });
  });
});
