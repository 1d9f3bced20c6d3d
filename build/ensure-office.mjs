// Installs the packages that only an office needs (electron/package.json). Types and lint read them; `vouch`
// runs this for an office.
import { ensureInstalled, ensureOfficeInstalled } from './install.mjs';

ensureInstalled();
ensureOfficeInstalled();
