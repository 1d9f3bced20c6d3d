/**
 * Parses a block that a spreadsheet put on the clipboard: rows end with any line end, cells are separated by
 * tabs, and cells containing either are quoted.
 */
export const parseBlock = (block: string): readonly (readonly string[])[] => {
  const text = block.replaceAll(/\r\n?/g, '\n');
  const rows: string[][] = [[]];
  let [cell, quoted] = ['', false];
  const endCell = (): void => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (quoted && char === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (quoted && char === '"') quoted = false;
    else if (quoted) cell += char;
    else if (char === '"' && cell === '') quoted = true;
    else if (char === '\t') endCell();
    else if (char === '\n') {
      endCell();
      rows.push([]);
    } else cell += char;
  }
  endCell();
  // The final line end ends the last row and starts no new one.
  if (rows.length > 1 && rows.at(-1)?.every((value) => value === '')) rows.pop();
  return rows;
};
