import type { Session, WebContents } from 'electron';
import type { Log } from '../../infra/log.ts';
import { appScheme } from './app-address.ts';

/** Schemes that stay inside the program; the developer tools use their own. */
const innerSchemes = (developer: boolean): ReadonlySet<string> =>
  new Set([`${appScheme}:`, 'blob:', 'data:', ...(developer ? ['devtools:'] : [])]);

/** Whether a request of the window stays inside the program. */
export const staysInside = (address: string, developer: boolean): boolean => {
  const url = URL.parse(address);
  return url !== null && innerSchemes(developer).has(url.protocol);
};

/** Port 9 (discard) on this computer: nothing listens there, so data sent to it is lost. */
export const deadProxy = { proxyRules: 'socks5://127.0.0.1:9', proxyBypassRules: '<-loopback>' } as const;

/**
 * The window needs no network: the main process makes calls in a separate session. The content security
 * policy restricts the page; this also covers what the policy does not, such as WebRTC.
 */
export const closeNetwork = async (session: Session, developer: boolean, log: Log): Promise<void> => {
  session.webRequest.onBeforeRequest(({ url }, callback) => {
    const cancel = !staysInside(url, developer);
    if (cancel) log.write('warn', 'request-blocked', URL.parse(url)?.origin ?? 'no address');
    callback({ cancel });
  });
  await session.setProxy(deadProxy);
};

/** WebRTC must use the session's proxy, which does not exist. */
export const closeWebRtc = (contents: Pick<WebContents, 'setWebRTCIPHandlingPolicy'>): void =>
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
