import { app } from 'electron';
import type { Log } from '../../infra/log.ts';

/**
 * A server that asks for a certificate gets none. Unanswered, Chromium would send the first one of the system's
 * store, where accountants have the keys of their bank and of the tax bureau.
 */
export const declineCertificates = (log: Log): void => {
  app.on('select-client-certificate', (event, _contents, url, _certificates, callback) => {
    event.preventDefault();
    log.write('warn', 'certificate-declined', URL.parse(url)?.origin ?? 'no address');
    callback();
  });
};
