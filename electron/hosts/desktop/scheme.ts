import { protocol, type Session } from 'electron';
import type { Backend } from '../../app/contract.ts';
import {
  inertPolicy,
  securityHeaders,
  type FileAnswer,
  type InterfaceFiles,
} from '../http/interface-files.ts';
import { describeError, type Log } from '../../infra/log.ts';
import { routeOf } from '../http/requests.ts';
import { appScheme, parseAppAddress } from './navigation.ts';

/** Makes the app's scheme secure, with its own origin; must run before the program is ready. */
export const registerAppScheme = (): void => {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
};

type Served = {
  readonly files: InterfaceFiles;
  readonly backend: Promise<Backend>;
  readonly log: Log;
};

const refused = (status: number): FileAnswer => ({
  status,
  headers: { ...securityHeaders, 'content-security-policy': inertPolicy },
  bytes: Buffer.alloc(0),
});

const answerPicture = async (
  backend: Promise<Backend>,
  ...[id, size]: Parameters<Backend['picture']>
): Promise<FileAnswer> => {
  const picture = await (await backend).picture(id, size);
  if (!picture) return refused(404);
  return {
    status: 200,
    headers: { ...securityHeaders, 'content-security-policy': inertPolicy, 'content-type': picture.type },
    bytes: picture.bytes,
  };
};

const answerFaces = async (
  backend: Promise<Backend>,
  id: Parameters<Backend['faces']>[0],
): Promise<FileAnswer> => {
  const faces = await (await backend).faces(id);
  if (!faces) return refused(404);
  return {
    status: 200,
    headers: {
      ...securityHeaders,
      'content-security-policy': inertPolicy,
      'content-type': 'application/octet-stream',
    },
    bytes: Buffer.from(faces.buffer),
  };
};

/** The response to a request of the window: a file of the interface, or a picture by its opaque id. */
const answerAppRequest = async (
  { method, url }: { readonly method: string; readonly url: string },
  { files, backend }: Served,
): Promise<FileAnswer> => {
  const address = parseAppAddress(url);
  if (!address) return refused(403);
  if (method !== 'GET' && method !== 'HEAD') return refused(405);
  const route = routeOf(address.pathname);
  if (route.kind === 'picture') return answerPicture(backend, route.id, route.size);
  if (route.kind === 'faces') return answerFaces(backend, route.id);
  if (route.kind === 'interface') return (await files.answer(route.path)) ?? refused(404);
  return refused(404);
};

/** Serves the interface to one session; no other scheme gives access to the disk. */
export const serveApp = (session: Session, served: Served): void => {
  session.protocol.handle(appScheme, async (request) => {
    const { status, headers, bytes } = await answerAppRequest(request, served).catch((error: unknown) => {
      served.log.write('error', 'scheme', describeError(error));
      return refused(500);
    });
    return new Response(new Uint8Array(bytes), { status, headers });
  });
};
