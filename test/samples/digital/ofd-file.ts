import { zip } from './zip.ts';

/** Writes small OFD files for tests: pages, templates, tags, custom data, attachments and annotations. */
export type OfdParts = Readonly<Record<string, string | Buffer>>;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const xmlOf = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${body}`;
const space = 'xmlns:ofd="http://www.ofdspec.org/2016"';

type OfdText = {
  readonly id?: number;
  /** Left end of the baseline, in millimetres. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size?: number;
  readonly font?: string;
  /** Attributes of the object (`CTM="…"`), and of its `TextCode`. */
  readonly attributes?: string;
  readonly code?: string;
  readonly children?: string;
};

const narrow = /[\u0020-\u00ff]/;
const ems = (character: string): number => (narrow.test(character) ? 0.5 : 1);

/** Distances between the characters in `g n d` runs, as producers write them. */
const deltaRuns = (text: string, size: number): string => {
  const deltas = Array.from(text)
    .slice(0, -1)
    .map((character) => Number((ems(character) * size).toFixed(4)));
  const runs: { count: number; delta: number }[] = [];
  for (const delta of deltas) {
    const last = runs.at(-1);
    if (last?.delta === delta) last.count += 1;
    else runs.push({ count: 1, delta });
  }
  return runs.map(({ count, delta }) => (count > 1 ? `g ${count} ${delta}` : `${delta}`)).join(' ');
};

export const widthOf = (text: string, size: number): number =>
  Array.from(text).reduce((sum, character) => sum + ems(character) * size, 0);

/** A text object whose baseline starts at a given point. */
export const textObject = ({
  id,
  x,
  y,
  text,
  size = 3.175,
  font = '1',
  attributes = '',
  code,
  children = '',
}: OfdText): string => {
  const deltas = deltaRuns(text, size);
  const codeAttributes = code ?? `X="0" Y="${size}"${deltas === '' ? '' : ` DeltaX="${deltas}"`}`;
  const width = widthOf(text, size) + 2;
  return `<ofd:TextObject ${id === undefined ? '' : `ID="${id}" `}Boundary="${x} ${y - size} ${width} ${size * 1.3}" Font="${font}" Size="${size}" ${attributes}>${children}<ofd:TextCode ${codeAttributes}>${escaped(text)}</ofd:TextCode></ofd:TextObject>`;
};

export type OfdPageParts = {
  readonly objects: string;
  readonly box?: string;
  readonly template?: string;
};

export type OfdWriting = {
  readonly pages: readonly OfdPageParts[];
  readonly templates?: Readonly<Record<string, string>>;
  readonly customData?: Readonly<Record<string, string>>;
  /** Inner XML of `CustomTag.xml`'s root. */
  readonly tags?: string;
  readonly attachment?: string;
  /** Annotations of the first page: inner XML of its `PageAnnot`. */
  readonly annotations?: string;
  /** Inner XML of `Res`, and files below `Doc_0/Res/`. */
  readonly resources?: string;
  readonly media?: Readonly<Record<string, Buffer>>;
  readonly more?: OfdParts;
};

const pageXml = ({ objects, box, template }: OfdPageParts): string =>
  xmlOf(
    `<ofd:Page ${space}>${box === undefined ? '' : `<ofd:Area><ofd:PhysicalBox>${box}</ofd:PhysicalBox></ofd:Area>`}${template === undefined ? '' : `<ofd:Template TemplateID="${template}" ZOrder="Background"/>`}<ofd:Content><ofd:Layer ID="2">${objects}</ofd:Layer></ofd:Content></ofd:Page>`,
  );

const usualFonts =
  '<ofd:Fonts><ofd:Font ID="1" FontName="宋体" FamilyName="SimSun"/><ofd:Font ID="3" FontName="Courier New"/></ofd:Fonts>';

/** Parts of an OFD by path, which a test can change before packing. */
export const ofdParts = (writing: OfdWriting): Record<string, string | Buffer> => {
  const {
    pages,
    templates = {},
    customData = {},
    tags,
    attachment,
    annotations,
    resources,
    media = {},
  } = writing;
  const data = Object.entries(customData)
    .map(([name, value]) => `<ofd:CustomData Name="${name}">${escaped(value)}</ofd:CustomData>`)
    .join('');
  const parts: Record<string, string | Buffer> = {
    'OFD.xml': xmlOf(
      `<ofd:OFD ${space} DocType="OFD" Version="1.1"><ofd:DocBody><ofd:DocInfo><ofd:DocID>1</ofd:DocID><ofd:CustomDatas>${data}</ofd:CustomDatas></ofd:DocInfo><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>`,
    ),
    'Doc_0/Document.xml': xmlOf(
      `<ofd:Document ${space}><ofd:CommonData>${Object.keys(templates)
        .map((id) => `<ofd:TemplatePage ID="${id}" BaseLoc="Tpls/Tpl_${id}/Content.xml"/>`)
        .join(
          '',
        )}<ofd:PageArea><ofd:PhysicalBox>0 0 210 140</ofd:PhysicalBox></ofd:PageArea><ofd:PublicRes>PublicRes.xml</ofd:PublicRes></ofd:CommonData><ofd:Pages>${pages
        .map((_, index) => `<ofd:Page ID="${100 + index}" BaseLoc="Pages/Page_${index}/Content.xml"/>`)
        .join(
          '',
        )}</ofd:Pages>${attachment === undefined ? '' : '<ofd:Attachments>Attachs/Attachments.xml</ofd:Attachments>'}${tags === undefined ? '' : '<ofd:CustomTags>Tags/CustomTags.xml</ofd:CustomTags>'}${annotations === undefined ? '' : '<ofd:Annotations>Annots/Annotations.xml</ofd:Annotations>'}</ofd:Document>`,
    ),
    'Doc_0/PublicRes.xml': xmlOf(`<ofd:Res ${space} BaseLoc="Res">${resources ?? usualFonts}</ofd:Res>`),
  };
  for (const [index, page] of pages.entries()) parts[`Doc_0/Pages/Page_${index}/Content.xml`] = pageXml(page);
  for (const [id, objects] of Object.entries(templates))
    parts[`Doc_0/Tpls/Tpl_${id}/Content.xml`] = pageXml({ objects });
  for (const [name, bytes] of Object.entries(media)) parts[`Doc_0/Res/${name}`] = bytes;
  if (attachment !== undefined) {
    parts['Doc_0/Attachs/Attachments.xml'] = xmlOf(
      `<ofd:Attachments ${space}><ofd:Attachment ID="9" Name="original_invoice" Format="xml"><ofd:FileLoc>original_invoice.xml</ofd:FileLoc></ofd:Attachment></ofd:Attachments>`,
    );
    parts['Doc_0/Attachs/original_invoice.xml'] = attachment;
  }
  if (tags !== undefined) {
    parts['Doc_0/Tags/CustomTags.xml'] = xmlOf(
      `<ofd:CustomTags ${space}><ofd:CustomTag TypeID="root"><ofd:FileLoc>CustomTag.xml</ofd:FileLoc></ofd:CustomTag></ofd:CustomTags>`,
    );
    parts['Doc_0/Tags/CustomTag.xml'] = xmlOf(`<ofd:root ${space}>${tags}</ofd:root>`);
  }
  if (annotations !== undefined) {
    parts['Doc_0/Annots/Annotations.xml'] = xmlOf(
      `<ofd:Annotations ${space}><ofd:Page PageID="100"><ofd:FileLoc>Page_0/Annotation.xml</ofd:FileLoc></ofd:Page></ofd:Annotations>`,
    );
    parts['Doc_0/Annots/Page_0/Annotation.xml'] = xmlOf(
      `<ofd:PageAnnot ${space}>${annotations}</ofd:PageAnnot>`,
    );
  }
  return { ...parts, ...writing.more };
};

export const packOfd = (parts: OfdParts): Buffer =>
  zip(Object.entries(parts).map(([name, part]) => ({ name, bytes: Buffer.isBuffer(part) ? part : Buffer.from(part) })));

export const ofd = (writing: OfdWriting): Buffer => packOfd(ofdParts(writing));
