// Downloads Electron's archive into its own cache and verifies it against the package's checksums. Prints a
// dot for each step, so that the caller can distinguish a slow download from a stalled one.
import { createRequire } from 'node:module';
import { downloadArtifact } from '@electron/get';

const require = createRequire(import.meta.url);
const { version } = require('electron/package.json');

try {
  await downloadArtifact({
    version,
    artifactName: 'electron',
    platform: process.platform,
    arch: process.arch,
    checksums: require('electron/checksums.json'),
    downloadOptions: {
      quiet: true,
      getProgressCallback: async () => {
        process.stdout.write('.');
      },
    },
  });
} catch (error) {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  console.error(cause instanceof Error ? cause.message : String(cause));
  process.exit(1);
}
