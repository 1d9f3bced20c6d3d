/** The style of a cell; absent properties keep the default. */
export type CellStyle = {
  /** A number format in Excel's syntax. */
  readonly format?: string;
  /** `#RRGGBB`. */
  readonly fill?: string;
  readonly bold?: boolean;
  /** Blue and underlined. */
  readonly link?: boolean;
};

/** The styles of a workbook, each with its own id. */
export type StyleTable = { readonly idOf: (style: CellStyle) => number; readonly xml: () => string };

/** Lower ids are Excel's built-in formats. */
const firstOwnFormat = 164;

const listOf = <Value>(first: readonly Value[]) => {
  const values = [...first];
  return {
    values,
    indexOf: (value: Value): number => {
      const found = values.indexOf(value);
      return found >= 0 ? found : values.push(value) - 1;
    },
  };
};

export const createStyleTable = (): StyleTable => {
  const formats = listOf<string>([]);
  // Excel always treats the first two fills as none and grey.
  const fills = listOf<string>(['', 'gray125']);
  const styles = new Map<string, number>([['||0', 0]]);
  const rows: string[] = ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'];

  const formatId = (format: string | undefined): number =>
    format === undefined ? 0 : firstOwnFormat + formats.indexOf(format);

  return {
    idOf: ({ format, fill, bold = false, link = false }) => {
      const fontId = (bold ? 1 : 0) + (link ? 2 : 0);
      const key = `${format ?? ''}|${fill ?? ''}|${String(fontId)}`;
      const known = styles.get(key);
      if (known !== undefined) return known;
      const fillId = fill === undefined ? 0 : fills.indexOf(fill);
      rows.push(
        `<xf numFmtId="${String(formatId(format))}" fontId="${String(fontId)}" fillId="${String(fillId)}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`,
      );
      styles.set(key, rows.length - 1);
      return rows.length - 1;
    },
    xml: () =>
      [
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
        '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
        formats.values.length === 0
          ? ''
          : `<numFmts count="${String(formats.values.length)}">${formats.values
              .map(
                (code, index) =>
                  `<numFmt numFmtId="${String(firstOwnFormat + index)}" formatCode="${code}"/>`,
              )
              .join('')}</numFmts>`,
        '<fonts count="4">',
        ...['', '<b/>', '<u/>', '<b/><u/>'].map(
          (look) =>
            `<font>${look}<sz val="11"/>${look.includes('<u/>') ? '<color rgb="FF0563C1"/>' : ''}<name val="等线"/><family val="3"/><charset val="134"/></font>`,
        ),
        '</fonts>',
        `<fills count="${String(fills.values.length)}"><fill><patternFill patternType="none"/></fill>`,
        '<fill><patternFill patternType="gray125"/></fill>',
        ...fills.values
          .slice(2)
          .map(
            (colour) =>
              `<fill><patternFill patternType="solid"><fgColor rgb="FF${colour.slice(1)}"/></patternFill></fill>`,
          ),
        '</fills><borders count="1"><border/></borders>',
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
        `<cellXfs count="${String(rows.length)}">${rows.join('')}</cellXfs>`,
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
        '</styleSheet>',
      ].join(''),
  };
};
