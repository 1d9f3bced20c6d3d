import type { Net } from 'electron';
import { createNetTransport } from '../../electron/hosts/desktop/net-transport.ts';
import { net } from '../helpers/electron-stand-in/net.ts';
import { describeTransport } from '../helpers/transport-contract.ts';

// The stand-in has the events and refusals of Electron's `net`, not its types.
const standIn = net as unknown as Pick<Net, 'request'>;

describeTransport('Electron net, on the stand-in', () => createNetTransport(standIn), { keepsHost: false });
