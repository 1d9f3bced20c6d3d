import { fromServed } from './address.ts';
import type { DevtoolsSession, Message } from './devtools.ts';
import { recorded } from './record.ts';
import { isPrivileged, type StandInSession } from './session.ts';

/** Every request of a page arrives here first: the program handles it, or it is refused. */

export type Navigation = (address: string, isMainFrame: boolean) => boolean;

export type RequestSource = {
  readonly page: DevtoolsSession;
  readonly session: StandInSession;
  readonly mainFrameId: () => string;
  /** Whether a frame may navigate to an address; false: prevented. */
  readonly mayNavigate: Navigation;
};

const toRequest = (request: Message, address: string): Request =>
  new Request(address, { method: request.method, headers: request.headers });

const fulfil = async (page: DevtoolsSession, requestId: string, response: Response): Promise<void> => {
  await page.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: response.status,
    responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  });
};

const refuse = (page: DevtoolsSession, requestId: string): Promise<Message> =>
  page.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });

const take = async (source: RequestSource, paused: Message): Promise<void> => {
  const { page, session } = source;
  const address = fromServed(paused.request.url + (paused.request.urlFragment ?? ''));
  const isDocument = paused.resourceType === 'Document';
  if (isDocument && !source.mayNavigate(address, paused.frameId === source.mainFrameId())) {
    await page.send('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Aborted' });
    return;
  }
  const scheme = new URL(address).protocol.slice(0, -1);
  const handler = session.schemes.get(scheme);
  if (!handler || !isPrivileged(scheme)) {
    recorded.refusedRequests.push(address);
    await refuse(page, paused.requestId);
    return;
  }
  // The fragment is never sent to a server.
  const [asked = ''] = address.split('#');
  await fulfil(page, paused.requestId, await handler(toRequest(paused.request, asked)));
};

export const answerRequests = async (source: RequestSource): Promise<void> => {
  source.page.on('Fetch.requestPaused', (paused) => {
    // A page that has navigated away no longer needs the response.
    take(source, paused).catch(() => refuse(source.page, paused.requestId).catch(() => {}));
  });
  await source.page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
};
