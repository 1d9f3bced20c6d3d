/**
 * The lines of a text stream, without their line ends; empty lines are left out. The last line counts even where no
 * line end follows.
 */
export const readLines = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
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
