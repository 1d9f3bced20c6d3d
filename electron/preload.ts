import { exposeBridge } from './desktop/expose-bridge.ts';

exposeBridge();
