/** Blanks of a PDF; JavaScript's own class has more. */
const blank = String.raw`\0\t\n\f\r `;
const regular = String.raw`[^${blank}()<>\[\]{}/%]`;
const tokenPattern = new RegExp(
  String.raw`[${blank}]+|%[^\r\n]*|/${regular}*|<<|>>|<[^>]*>?|${regular}+|.`,
  'suy',
);
const inString = /[()\\]/gu;
/** More than any program writes in one dictionary: objects in each other, and tokens. */
const maxDepth = 50;
const maxTokens = 200_000;

/** What stands at a place where a dictionary may be. */
export type PdfDictionary = {
  /**
   * The tokens of each value by its key, names without escapes. Of a reference, these are two numbers and `R`. Null if
   * there is no dictionary, or if it doesn't end.
   */
  readonly entries: ReadonlyMap<string, readonly string[]> | null;
  /** Just after it, or after what was read instead. */
  readonly end: number;
  /** It has more than is read. */
  readonly isTooLarge: boolean;
};

/** Just after a string; `from` is after its opening parenthesis. */
const endOfString = (text: string, from: number): number => {
  let depth = 1;
  inString.lastIndex = from;
  for (let found = inString.exec(text); found; found = inString.exec(text)) {
    if (found[0] === '\\') inString.lastIndex += 1;
    else if (found[0] === '(') depth += 1;
    else if ((depth -= 1) === 0) return inString.lastIndex;
  }
  return text.length;
};

/** The first token from a place on, after comments and blanks. Empty at the end. */
export const tokenAt = (text: string, from: number): { readonly token: string; readonly end: number } => {
  for (let at = from; at < text.length; at = tokenPattern.lastIndex) {
    tokenPattern.lastIndex = at;
    const token = tokenPattern.exec(text)?.[0] ?? '';
    if (token === '(') {
      const end = endOfString(text, tokenPattern.lastIndex);
      return { token: text.slice(at, end), end };
    }
    if (token.startsWith('/'))
      return {
        token: token.replaceAll(/#([0-9A-Fa-f]{2})/gu, (_, digits: string) =>
          String.fromCharCode(Number.parseInt(digits, 16)),
        ),
        end: tokenPattern.lastIndex,
      };
    if (!/^[\0\t\n\f\r %]/u.test(token)) return { token, end: tokenPattern.lastIndex };
  }
  return { token: '', end: text.length };
};

/**
 * Reads a dictionary as readers of PDF do: what is in a string or a comment is no part of it, keys are names, and the
 * last one of a name counts.
 */
export const dictionaryAt = (text: string, from: number): PdfDictionary => {
  let [at, count, isTooLarge] = [from, 0, false];
  /** Empty at the end. */
  const next = (): string => {
    const { token, end } = tokenAt(text, at);
    [at, count] = [end, count + 1];
    isTooLarge ||= count > maxTokens;
    return isTooLarge ? '' : token;
  };
  const rest = (first: string, depth: number): readonly string[] | null => {
    if (first !== '<<' && first !== '[') return [first];
    isTooLarge ||= depth > maxDepth;
    if (first === '[') return items(depth);
    const inner = entries(depth);
    return inner && ['<<', ...[...inner].flatMap(([key, value]) => [`/${key}`, value].flat()), '>>'];
  };
  const items = (depth: number): readonly string[] | null => {
    const all: (readonly string[])[] = [['[']];
    for (let token = next(); token !== ']'; token = next()) {
      const value = token === '' ? null : rest(token, depth + 1);
      if (!value) return null;
      all.push(value);
    }
    return [...all.flat(), ']'];
  };
  const entries = (depth: number): Map<string, readonly string[]> | null => {
    const all = new Map<string, string[]>();
    let last: string[] = [];
    for (let token = next(); token !== '>>'; token = next()) {
      if (token === '') return null;
      if (!token.startsWith('/')) {
        last.push(token);
        continue;
      }
      const value = rest(next(), depth + 1);
      if (!value) return null;
      last = [...value];
      all.set(token.slice(1), last);
    }
    return all;
  };
  const found = next() === '<<' ? entries(0) : null;
  return { entries: found, end: at, isTooLarge };
};
