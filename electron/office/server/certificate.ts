import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Bilingual } from '../../../shared/language.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { serveUsageTexts } from '../../../shared/texts/office-command.ts';
import type { ServeCommand } from './parameters.ts';
import type { OfficePlace } from './server.ts';

export type Certificate = { readonly tls: NonNullable<OfficePlace['tls']>; readonly named: X509Certificate };

/** The contents of the certificate and key files, checked before the server listens. */
export const readCertificate = (
  files: NonNullable<ServeCommand['certificate']>,
): Result<Certificate, { readonly message: Bilingual }> => {
  try {
    const tls = { cert: readFileSync(files.cert), key: readFileSync(files.key) };
    createSecureContext(tls);
    return success({ tls, named: new X509Certificate(tls.cert) });
  } catch (error) {
    return failed(serveUsageTexts.badCertificate(error instanceof Error ? error.message : String(error)));
  }
};
