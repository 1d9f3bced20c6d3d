import { describe, expect, it } from 'vitest';
import { checkOfdSeals } from '../../../../../../electron/extract/document/seal/check-ofd-seals.ts';
import { checkPdfSeals } from '../../../../../../electron/extract/document/seal/check-pdf-seals.ts';
import { sealFinding } from '../../../../../../shared/invoice/checks/seal-finding.ts';
import type { Seal } from '../../../../../../shared/invoice/extraction.ts';
import { shippedSigners } from '../../../../../../shared/invoice/shipped-signers.ts';
import { fingerprintPattern, sealSigner, withTrusted } from '../../../../../../shared/invoice/signer.ts';
import { describeSealOf } from '../../../../../../shared/texts/seals.ts';
import { latinText, pdf } from '../../../../../samples/digital/pdf-file.ts';
import { rsaSigner, sm2Signer } from '../../../../../helpers/certificates.ts';
import { packOfd, plainOfd, sealFiles, withFile } from '../../../../../helpers/sealed-ofd.ts';
import { signPdf } from '../../../../../helpers/signed-pdf.ts';

const maker = sm2Signer({ name: '国家税务总局电子印章制作系统' });
const signer = sm2Signer({ name: '国家税务总局上海市税务局', issuer: maker });
const files = sealFiles(plainOfd(), { version: 4, signer, maker });

const sealOf = (seal: Seal | null): Seal => {
  if (!seal) throw new Error('No seal');
  return seal;
};

describe('signers', () => {
  it('are unknown, whatever their certificates say', async () => {
    const seal = sealOf(await checkOfdSeals(packOfd(files)));
    expect(seal.state).toBe('unchanged');
    expect(sealSigner(seal)).toBe('unknown');
    const finding = sealFinding(seal);
    expect(finding.level).toBe('info');
    expect(finding.message.en).toContain('not verified');
  });

  it('are known by the trusted key of the signer, or of the maker whose seal names it', async () => {
    const seal = sealOf(await checkOfdSeals(packOfd(files)));
    expect(seal.key).toMatch(fingerprintPattern);
    expect(seal.makerKey).toMatch(fingerprintPattern);
    expect(seal.makerKey).not.toBe(seal.key);
    for (const key of [seal.key, seal.makerKey]) {
      const trusted = withTrusted(seal, [key ?? '']);
      expect(sealSigner(trusted)).toBe('known');
      expect(sealFinding(trusted).level).toBe('ok');
      expect(sealSigner(withTrusted(trusted, []))).toBe('unknown');
    }
  });

  it('of a seal that another one signed with are unknown, though its maker is trusted', async () => {
    const known = sealOf(await checkOfdSeals(packOfd(files)));
    const thief = sm2Signer({ name: '国家税务总局上海市税务局' });
    const stolen = sealFiles(plainOfd(), { version: 4, signer: thief, maker, users: [signer.certificate] });
    const seal = sealOf(await checkOfdSeals(packOfd(stolen)));
    expect(sealSigner(withTrusted(seal, [known.key ?? '', known.makerKey ?? '']))).toBe('unknown');
  });

  it('of a file with a second signature are known only if both are', async () => {
    const other = sm2Signer({ name: '别人' });
    const twice = sealOf(
      await checkOfdSeals(packOfd(sealFiles(files, { version: 4, signer: other, maker: other }))),
    );
    const [one, second] = twice.signatures.map(({ key }) => key ?? '');
    expect(sealSigner(withTrusted(twice, [one ?? '']))).toBe('unknown');
    expect(sealSigner(withTrusted(twice, [one ?? '', second ?? '']))).toBe('known');
  });

  it('don’t count if their signature is not good', async () => {
    const wrong = withFile(files, 'Doc_0/Signs/Sign_0/Signature.xml', (bytes) =>
      Buffer.from(bytes.toString().replace('Boundary="90', 'Boundary="10')),
    );
    expect(await checkOfdSeals(packOfd(wrong))).toMatchObject({
      state: 'changed',
      key: null,
      makerKey: null,
    });
  });

  it('of a PDF are known by their key', async () => {
    const person = rsaSigner({ name: '某某税务局' });
    const file = pdf([{ content: latinText('invoice', 50, 700, 12) }]);
    const seal = sealOf(await checkPdfSeals(signPdf(file, { kind: 'adbe.pkcs7.detached', signer: person })));
    expect(sealSigner(seal)).toBe('unknown');
    expect(sealSigner(withTrusted(seal, [seal.key ?? '']))).toBe('known');
  });

  it('ship with fingerprints and origins, and without test authorities', () => {
    for (const { key, origin, name } of shippedSigners) {
      expect(key).toMatch(fingerprintPattern);
      expect(origin).not.toBe('');
      expect(name).not.toMatch(/测试|test/iu);
    }
    expect(new Set(shippedSigners.map(({ key }) => key)).size).toBe(shippedSigners.length);
  });
});

describe('the words for a missing seal', () => {
  it('are said of OFD and PDF only', () => {
    expect(describeSealOf(null, 'ofd', 'zh')).toBe('未签章');
    expect(describeSealOf(null, 'pdf', 'en')).toBe('Not sealed');
    expect(describeSealOf(null, 'xml', 'en')).toBeNull();
    expect(describeSealOf(null, 'service', 'en')).toBeNull();
  });
});
