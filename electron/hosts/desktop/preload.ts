import { exposeBridge } from './expose-bridge.ts';

exposeBridge();
