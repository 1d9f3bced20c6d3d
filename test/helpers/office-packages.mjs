// The packages that only an office needs are in `electron/node_modules`. The built program is in `out/`, outside that
// folder, so this resolves them from there.
import { registerHooks } from 'node:module';

const office = new URL('../../electron/package.json', import.meta.url).href;
const built = new URL('../../out/', import.meta.url).href;

registerHooks({
  resolve: (name, context, next) => {
    const isPackage = /^[a-z@]/u.test(name) && !name.includes(':');
    if (!isPackage || context.parentURL?.startsWith(built) !== true) return next(name, context);
    try {
      return next(name, context);
    } catch {
      return next(name, { ...context, parentURL: office });
    }
  },
});
