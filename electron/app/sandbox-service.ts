import { randomAccount, startSandbox } from '../extract/sandbox/server.ts';
import { loadTruths, type TruthFailure } from '../extract/sandbox/truths.ts';
import { parseBaseUrl, type BaseUrl } from '../extract/service/base-url.ts';
import { createAccount, type Account } from '../infra/account.ts';
import { sha256Of } from '../infra/bytes.ts';

type RunningSandbox = {
  readonly account: Account<BaseUrl>;
  /** Names what the sandbox would respond for a picture: other ground truth means another response. */
  readonly truthOf: (sentSha256: string) => string;
};

/** The built-in sandbox, started on a free port on first use. */
type SandboxService = {
  readonly start: () => Promise<RunningSandbox>;
  readonly close: () => Promise<void>;
};

type SandboxOptions = {
  readonly samplesFolder: string;
  /** Another folder of ground truths (`VOUCH_SANDBOX_TRUTH`); it overrides the samples. */
  readonly truthFolder: string | null;
  readonly now: () => Date;
  /** Called for unreadable ground truths, which are left out. */
  readonly onFailure: (folder: string, failure: TruthFailure) => void;
};

const unknownPicture = 'none';

export const createSandboxService = (options: SandboxOptions): SandboxService => {
  const folders = [options.samplesFolder, options.truthFolder].filter((folder) => folder !== null);

  const launch = async (): Promise<RunningSandbox & { readonly close: () => Promise<void> }> => {
    const loaded = await Promise.all(folders.map((folder) => loadTruths(folder)));
    for (const [index, { failures }] of loaded.entries())
      for (const failure of failures) options.onFailure(folders[index] ?? '', failure);
    const truths = loaded.flatMap((folder) => folder.truths);
    const sandbox = await startSandbox({ truths, account: randomAccount(), now: options.now });
    const baseUrl = parseBaseUrl(sandbox.baseUrl, { allowPlainHttp: false });
    if (!baseUrl.ok) throw new Error(`The sandbox has an address that can't be called: ${sandbox.baseUrl}`);
    const bySha256 = Map.groupBy(truths, ({ sha256 }) => sha256);
    return {
      account: createAccount({ ...sandbox.account, baseUrl: baseUrl.value }),
      truthOf: (sentSha256) => {
        const known = bySha256.get(sentSha256);
        if (!known) return unknownPicture;
        return sha256Of(JSON.stringify(known));
      },
      close: sandbox.close,
    };
  };

  let running: ReturnType<typeof launch> | null = null;
  return {
    start: () => {
      running ??= launch();
      return running;
    },
    close: async () => {
      const started = await running?.catch(() => null);
      await started?.close();
    },
  };
};
