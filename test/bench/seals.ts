import { checkSignature } from '../../electron/extract/document/seal/check-signature.ts';
import { oids, sm2Signer } from '../helpers/certificates.ts';
import { parseCertificate } from '../../electron/extract/document/seal/certificate.ts';
import type { BenchRow } from './row.ts';

const rounds = 100;
const limitMs = 30;

/** CPU time of one SM2 check of a message with the length of a seal. */
export const run = async (): Promise<BenchRow[]> => {
  const signer = sm2Signer({ name: 'bench' });
  const certificate = parseCertificate(signer.certificate);
  if (!certificate) throw new Error('No certificate');
  const message = Buffer.alloc(20_000, 7);
  const signature = signer.sign(message);
  const check = () =>
    checkSignature({ message, signature, algorithm: oids.sm2WithSm3, digest: null, signer: certificate });
  for (let round = 0; round < 5; round += 1)
    if ((await check()) !== 'good') throw new Error('A good signature failed');
  const start = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) await check();
  const { user, system } = process.cpuUsage(start);
  const each = (user + system) / 1000 / rounds;
  return [
    {
      name: 'one SM2 signature checked',
      measured: `${each.toFixed(1)} ms`,
      floor: `${limitMs} ms`,
      ratio: each / limitMs,
      limit: 1,
    },
  ];
};
