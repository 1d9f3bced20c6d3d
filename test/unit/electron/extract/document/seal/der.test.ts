import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  instantOf,
  objectIdOf,
  octetStringOf,
  parseDer,
  parseWholeDer,
  timeOf,
} from '../../../../../../electron/extract/document/seal/der.ts';
import { der, generalizedTime, objectId, octets, sequence, utcTime } from '../../../../../helpers/asn1.ts';

const time = (bytes: Buffer) => timeOf(parseDer(bytes) ?? undefined);

describe('the DER parser', () => {
  it('parses encoded values of any length', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 5 }), (parts) => {
        const bytes = sequence(...parts.map(octets));
        const read = parseWholeDer(bytes);
        expect(read?.children.map((child) => Buffer.from(octetStringOf(child) ?? []))).toEqual(
          parts.map((part) => Buffer.from(part)),
        );
      }),
    );
  });

  it('never throws on any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void parseDer(bytes)));
  });

  it('refuses lengths beyond the bytes, deep nesting and bytes after the end', () => {
    expect(parseDer(Buffer.from('3084ffffffff00', 'hex'))).toBeNull();
    expect(parseDer(Buffer.from('3003020500', 'hex'))).toBeNull();
    let deep = octets(Buffer.of(1));
    for (let depth = 0; depth < 40; depth += 1) deep = sequence(deep);
    expect(parseDer(deep)).toBeNull();
    expect(parseDer(Buffer.alloc(100_000, Buffer.of(0x30, 0x80)))).toBeNull();
    expect(parseWholeDer(Buffer.concat([octets(Buffer.of(1)), Buffer.of(0)]))).toBeNull();
  });

  it('parses indefinite lengths and split strings of BER', () => {
    const pieces = Buffer.concat([
      Buffer.from('2480', 'hex'),
      octets(Buffer.from('ab')),
      octets(Buffer.from('c')),
      Buffer.alloc(2),
    ]);
    const read = parseWholeDer(pieces);
    expect(Buffer.from(octetStringOf(read ?? undefined) ?? []).toString()).toBe('abc');
    expect(parseDer(pieces.subarray(0, -2))).toBeNull();
  });

  it('parses identifiers', () => {
    for (const id of ['1.2.156.10197.1.501', '2.16.840.1.101.3.4.2.1', '0.9.2342'])
      expect(objectIdOf(parseDer(objectId(id)) ?? undefined)).toBe(id);
    expect(objectIdOf(parseDer(der(0x06, Buffer.alloc(30, 0xff))) ?? undefined)).toBeNull();
  });

  it('parses times of seals, in China’s time zone if there is none', () => {
    expect(time(generalizedTime('20201010071120Z'))).toBe('2020-10-10T07:11:20Z');
    expect(time(utcTime('200125073156Z'))).toBe('2020-01-25T07:31:56Z');
    expect(time(utcTime('990125073156Z'))).toBe('1999-01-25T07:31:56Z');
    expect(instantOf('2020-07-16 16:04:27')).toBe('2020-07-16T08:04:27Z');
    expect(instantOf('2020-01-25T07:31:56.377Z')).toBe('2020-01-25T07:31:56Z');
    expect(instantOf('20240528101112+0800')).toBe('2024-05-28T02:11:12Z');
    expect(instantOf('20241328101112Z')).toBeNull();
    expect(instantOf('yesterday')).toBeNull();
  });
});
