import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64 } from '../../../../../electron/extract/service/open-response.ts';

/** The rule, character by character. */
const padded = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const bare = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2,3})?$/;

/** A blank within a line is accepted only if the padding proves that nothing is lost. */
const isRight = (text: string): boolean => {
  const lines = text.replace(/ *\n+ */g, '');
  return padded.test(lines.replaceAll(' ', '')) || bare.test(lines);
};

describe('decoding base64', () => {
  it('decodes any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(decodeBase64(Buffer.from(bytes).toString('base64'))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('rejects every other text', () => {
    const near = fc.string({
      unit: fc.constantFrom('A', 'z', '9', '+', '/', '=', '-', '_', ' ', '\n', 'ű', 'Ａ', '\0'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(near, (text) => {
        expect(decodeBase64(text) !== null).toBe(isRight(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it('accepts line breaks of any kind, and missing padding', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom('\n', '\r\n', ' \n', '\n\n'),
        fc.boolean(),
        (bytes, lineBreak, pads) => {
          const text = Buffer.from(bytes)
            .toString('base64')
            .replace(pads ? /$^/ : /=+$/, '');
          const lines = text.replace(/.{76}/g, `$&${lineBreak}`) + lineBreak;
          expect(decodeBase64(lines)).toEqual(Buffer.from(bytes));
        },
      ),
    );
  });

  it('detects one wrong character in a long text', () => {
    const text = Buffer.alloc(30_000, 'some text').toString('base64');
    fc.assert(
      fc.property(
        // Not the last character: an equals sign there would give valid base64 of other bytes.
        fc.nat(text.length - 2),
        fc.constantFrom('=', '-', '_', ' ', '%', 'ű', '\0'),
        (at, wrong) => {
          expect(decodeBase64(text.slice(0, at) + wrong + text.slice(at + 1))).toBeNull();
        },
      ),
      { numRuns: 500 },
    );
  });
});
