import { seededRandom } from '../samples/random.ts';
import { pngBomb } from './hostile.ts';
import { ofd, ofdParts, packOfd, textObject, xmlOf } from '../samples/digital/ofd-file.ts';

const space = 'xmlns:ofd="http://www.ofdspec.org/2016"';
const number = textObject({ x: 20, y: 20, text: '发票号码：24112000000048542163' });

const changed = (path: string, part: string | Buffer): Buffer =>
  packOfd({ ...ofdParts({ pages: [{ objects: number }] }), [path]: part });

const manyPages = (count: number, contents: boolean): Buffer => {
  const parts = ofdParts({ pages: [{ objects: number }] });
  const refs = Array.from(
    { length: count },
    (_, index) => `<ofd:Page ID="${index}" BaseLoc="Pages/Page_${contents ? index : 0}/Content.xml"/>`,
  );
  const content = parts['Doc_0/Pages/Page_0/Content.xml'] ?? '';
  return packOfd({
    ...parts,
    'Doc_0/Document.xml': xmlOf(
      `<ofd:Document ${space}><ofd:CommonData/><ofd:Pages>${refs.join('')}</ofd:Pages></ofd:Document>`,
    ),
    ...(contents
      ? Object.fromEntries(refs.map((_, index) => [`Doc_0/Pages/Page_${index}/Content.xml`, content]))
      : {}),
  });
};

const composite = (body: string): string =>
  `<ofd:CompositeGraphicUnits><ofd:CompositeGraphicUnit ID="5" Width="10" Height="10"><ofd:Content>${body}</ofd:Content></ofd:CompositeGraphicUnit></ofd:CompositeGraphicUnits>`;
const useComposite = '<ofd:CompositeObject ID="7" Boundary="0 0 10 10" ResourceID="5"/>';

const page = (objects: string): Buffer => ofd({ pages: [{ objects }] });

/** Text that compresses badly, so that no zip limit applies. */
const noise = (length: number): string => {
  const random = seededRandom(7);
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))
    .toString('base64')
    .slice(0, length);
};
const noisyPage = (objects: string): Buffer => page(`${objects}<!-- ${noise(400_000)} -->`);

/** Malicious OFD files: each must be refused or partly read, quickly and with little memory. */
export const hostileOfds = (): Readonly<Record<string, Buffer>> => ({
  'ten thousand pages': manyPages(10_000, true),
  'ten thousand references to one page': manyPages(10_000, false),
  'two thousand pages': manyPages(2000, false),
  'a composite object inside itself': ofd({
    pages: [{ objects: useComposite }],
    resources: composite(useComposite.repeat(10)),
  }),
  'circular draw parameters': ofd({
    pages: [{ objects: textObject({ x: 20, y: 20, text: '发票', attributes: 'DrawParam="8"' }) }],
    resources:
      '<ofd:DrawParams><ofd:DrawParam ID="8" Relative="9"/><ofd:DrawParam ID="9" Relative="8"/></ofd:DrawParams>',
  }),
  'a self-referencing template': ofd({
    pages: [{ objects: number, template: '1' }],
    templates: { '1': `${number}<ofd:Template TemplateID="1"/>` },
  }),
  'a thousand nested elements': page(`${'<ofd:PageBlock>'.repeat(1000)}${'</ofd:PageBlock>'.repeat(1000)}`),
  'a DOCTYPE': changed(
    'Doc_0/Pages/Page_0/Content.xml',
    '<!DOCTYPE a [<!ENTITY b "c">]><ofd:Page>&b;</ofd:Page>',
  ),
  'undeclared entities': changed(
    'Doc_0/Pages/Page_0/Content.xml',
    '<Page><Content><Layer>&lol9;</Layer></Content></Page>',
  ),
  'an XML bomb': changed('Doc_0/Pages/Page_0/Content.xml', Buffer.alloc(60 * 1024 * 1024, ' ')),
  'half a million elements': noisyPage('<ofd:PathObject Boundary="0 0 1 1"/>'.repeat(250_000)),
  'a text of 8 MB': noisyPage(textObject({ x: 1, y: 9, text: '发'.repeat(2_700_000), code: 'X="0" Y="0"' })),
  '8 MB of glyph distances': noisyPage(
    textObject({ x: 1, y: 9, text: '发票', code: `X="0" Y="0" DeltaX="${'1 '.repeat(4_000_000)}"` }),
  ),
  'a billion repeated glyph distances': page(
    textObject({ x: 1, y: 9, text: '发票号码', code: 'X="0" Y="0" DeltaX="g 1000000000 1"' }),
  ),
  'an outline of 8 MB': noisyPage(
    `<ofd:PathObject Boundary="0 0 200 100"><ofd:AbbreviatedData>${'L 1 1 '.repeat(1_300_000)}</ofd:AbbreviatedData></ofd:PathObject>`,
  ),
  '20,000 single glyphs on one line': page(
    Array.from({ length: 20_000 }, (_, index) =>
      textObject({ x: (index % 190) + 5, y: 50, text: '购' }),
    ).join(''),
  ),
  '20,000 amounts': page(
    Array.from({ length: 20_000 }, (_, index) =>
      textObject({ x: ((index * 7) % 190) + 5, y: ((index * 3) % 130) + 5, text: '100.00' }),
    ).join(''),
  ),
  'a page one kilometre wide': ofd({ pages: [{ objects: number, box: '0 0 1000000 1000000' }] }),
  'a page of size zero': ofd({ pages: [{ objects: number, box: '0 0 0 0' }] }),
  'a picture of 60,000 × 60,000': ofd({
    pages: [{ objects: '<ofd:ImageObject ID="3" CTM="20 0 0 20 0 0" Boundary="5 5 20 20" ResourceID="6"/>' }],
    resources:
      '<ofd:MultiMedias><ofd:MultiMedia ID="6" Type="Image"><ofd:MediaFile>a.png</ofd:MediaFile></ofd:MultiMedia></ofd:MultiMedias>',
    media: { 'a.png': pngBomb(60_000) },
  }),
  'random bytes as a font': ofd({
    pages: [{ objects: number }],
    resources:
      '<ofd:Fonts><ofd:Font ID="1" FontName="x"><ofd:FontFile>a.ttf</ofd:FontFile></ofd:Font></ofd:Fonts>',
    media: { 'a.ttf': Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256)) },
  }),
  'sizes and positions that are not numbers': page(
    textObject({ x: 5, y: 5, text: '发票', attributes: 'CTM="NaN 1e999 x 0 0 0" HScale="1e300"', size: 3 }) +
      '<ofd:TextObject Boundary="a b c d" Size="1e99" Font="1"><ofd:TextCode X="1e99" Y="-1e99">票</ofd:TextCode></ofd:TextObject>',
  ),
  'paths outside the file': changed(
    'OFD.xml',
    xmlOf(
      `<ofd:OFD ${space}><ofd:DocBody><ofd:DocRoot>../../../etc/passwd</ofd:DocRoot></ofd:DocBody></ofd:OFD>`,
    ),
  ),
});
