/**
 * The lines of a text stream without line ends and empty lines. The last line counts even without a line end.
 */
export const linesOfStream = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) if (part.trim()) yield part.trim();
  }
  rest += decoder.decode();
  if (rest.trim()) yield rest.trim();
};
