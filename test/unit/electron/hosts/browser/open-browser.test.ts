import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openBrowser } from '../../../../../electron/hosts/browser/open-browser.ts';

test.skipIf(process.platform === 'win32')(
  'the user’s browser gets the address, and nothing of our environment',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vouch-opener-'));
    const script = `#!/bin/sh\n{ echo "$1"; env; } > '${folder}/part' && mv '${folder}/part' '${folder}/seen'\n`;
    writeFileSync(join(folder, 'xdg-open'), script, { mode: 0o755 });
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
    vi.stubEnv('VOUCH_API_SECRET', 'planted');
    openBrowser('http://127.0.0.1:1/#token=a', 'linux');
    const seen = (): string => readFileSync(join(folder, 'seen'), 'utf8');
    await expect.poll(seen, { timeout: 10_000 }).toMatch(/^http:\/\/127\.0\.0\.1:1\/#token=a\n[^]*PATH=/);
    expect(seen()).not.toMatch(/VOUCH_|planted/);
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  },
);
