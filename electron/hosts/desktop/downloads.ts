import type { Session } from 'electron';
import type { Log } from '../../infra/log.ts';

/** An export goes where the user said, by a dialog of the main process: the page itself saves nothing. */
export const denyDownloads = (session: Session, log: Log): void => {
  session.on('will-download', (event, item) => {
    event.preventDefault();
    log.write('warn', 'download-denied', item.getURL());
  });
};
