import { createHash, getHashes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSignature } from '../../../../../../electron/extract/document/seal/check-signature.ts';
import { digestMethodOf, sealDigest } from '../../../../../../electron/extract/document/seal/digests.ts';
import { bigInteger, sequence } from '../../../../../helpers/asn1.ts';
import { oids, sm2Signer } from '../../../../../helpers/certificates.ts';

const sm3 = async (text: string): Promise<string> =>
  (await sealDigest('sm3', Buffer.from(text))).toString('hex');

/** GB/T 32918.5 (GM/T 0003.5), annex A.2: the recommended curve, its signer and message. */
const standard = {
  key:
    '0409f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020' +
    'ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13',
  r: 'f5a03b0648d2c4630eeac513e1bb81a15944da3827d5b74143ac7eaceee720b3',
  s: 'b1b6aa29df212fd8763182bc0d421ca1bb9038fd1f7f42d4840b69c485bbc1aa',
};

const check = (message: string, r: string, s: string) =>
  checkSignature({
    message: Buffer.from(message),
    signature: sequence(bigInteger(r), bigInteger(s)),
    algorithm: oids.sm2WithSm3,
    digest: null,
    signer: { spki: Buffer.alloc(0), sm2Key: Buffer.from(standard.key, 'hex') },
  });

describe('SM3 digests', () => {
  it('match those of the standard', async () => {
    expect(await sm3('abc')).toBe('66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0');
    expect(await sm3('abcd'.repeat(16))).toBe(
      'debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732',
    );
  });

  it.runIf(getHashes().includes('sm3'))('agree with OpenSSL for any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect(await sealDigest('sm3', bytes)).toEqual(createHash('sm3').update(bytes).digest());
      }),
    );
  });

  it('are found by name and identifier, like SHA-256, but not with a key', () => {
    expect(['SM3', oids.sm3, 'SHA-256', oids.sha1].map(digestMethodOf)).toEqual([
      'sm3',
      'sm3',
      'sha256',
      'sha1',
    ]);
    expect(['1.2.156.10197.1.401.2', 'toString', '', null].map(digestMethodOf)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('SM2 signatures', () => {
  it('include the one of the standard, and no other', async () => {
    const { r, s } = standard;
    expect(await check('message digest', r, s)).toBe('good');
    expect(await check('message digesT', r, s)).toBe('bad');
    expect(await check('message digest', s, r)).toBe('bad');
    expect(await check('message digest', r, '00')).toBe('bad');
    expect(await check('message digest', 'ff'.repeat(32), s)).toBe('bad');
    expect(await check('message digest', r, `01${s}`)).toBe('bad');
  });

  it('are refused for a key that is not a point of the curve', async () => {
    const { sign } = sm2Signer({ name: 'a' });
    const message = Buffer.from('a');
    const verdict = await checkSignature({
      message,
      signature: sign(message),
      algorithm: oids.sm2WithSm3,
      digest: null,
      signer: { spki: Buffer.alloc(0), sm2Key: Buffer.alloc(65, 4) },
    });
    expect(verdict).toBe('bad');
  });
});
