import type { Session } from 'electron';
import type { Log } from '../../infra/log.ts';

/** The main process asks the user where to save an export: the page itself saves nothing. */
export const denyDownloads = (session: Session, log: Log): void => {
  session.on('will-download', (event, item) => {
    event.preventDefault();
    log.write('warn', 'download-denied', item.getURL());
  });
};
