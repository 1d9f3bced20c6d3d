import { createResponseDecoder, type ResponseDecoder } from '../extract/service/response-decoder.ts';
import type { LineReader } from '../extract/local/engine/line-reader.ts';
import { type TruthFailure, loadTruths } from '../extract/sandbox/truths.ts';
import type { Environment } from '../infra/environment.ts';
import { makeNodeTransport } from '../infra/network/node-transport.ts';
import { createOwnNetwork, type OwnNetworkDependencies } from '../infra/network/own-network.ts';
import type { PoolWorker } from '../infra/worker-pool.ts';
import type { StartDecoder } from '../intake/decode-pool.ts';
import { createIntake, type Intake } from '../intake/intake.ts';
import { createAssessor, type Assessor, type AssessorDependencies } from '../pipeline/assessor.ts';
import { createRoutes, type RouteDependencies, type Routes } from '../pipeline/routes.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { randomAccount, startSandbox } from '../extract/sandbox/server.ts';
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

const createSandboxService = (options: SandboxOptions): SandboxService => {
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

/** The parts of every process that reads files and pages, in any host. */
type LocalEngine = {
  readonly intake: Intake;
  readonly decoder: ResponseDecoder;
  /** Derives the pages of a ledger. */
  readonly assessorOf: (ledger: Omit<AssessorDependencies, 'intake' | 'decoder' | 'now'>) => Assessor;
  readonly close: () => Promise<void>;
};

/** The parts of every process that recognizes pages. */
export type Engine = LocalEngine & {
  /** Where calls go: to the service, or to the built-in sandbox. */
  readonly routes: Routes;
  /** Reads the text of pictures on this computer. Its code and its processes load with the first one. */
  readonly lines: Pick<LineReader, 'read'>;
};

type LocalEngineDependencies = {
  readonly now: () => Date;
  /** Starts a decoder process, which may crash; without it threads of this process decode. */
  readonly startDecoder?: StartDecoder | undefined;
  /** See `IntakeOptions`. */
  readonly spares?: boolean | undefined;
};

/** Opens an engine that makes no calls. Threads and processes start on first use. */
export const openLocalEngine = ({ now, startDecoder, spares }: LocalEngineDependencies): LocalEngine => {
  const intake = createIntake({ startDecoder, spares });
  const decoder = createResponseDecoder();
  return {
    intake,
    decoder,
    assessorOf: (ledger) => createAssessor({ ...ledger, decoder, now }),
    close: async () => {
      await intake.close();
      await decoder.close();
    },
  };
};

type EngineDependencies = LocalEngineDependencies &
  Pick<RouteDependencies, 'account' | 'endpoints' | 'writesHost'> &
  Pick<OwnNetworkDependencies, 'systemProxy' | 'proxyLogins'> & {
    readonly environment: Environment;
    readonly samplesFolder: string;
    readonly settings: () => Pick<Settings, 'allowPlainHttp' | 'proxy' | 'authorities'>;
    /** Starts a process that reads scans; a child process of Node.js by default. */
    readonly startReader?: StartReader | undefined;
    /** The host's own transport; Node's http and https by default. */
    readonly transport?: RouteDependencies['transport'];
    /** Called for unreadable ground truths of the sandbox, which are left out. */
    readonly onBadTruth: (failure: TruthFailure) => void;
  };

/** Starts a process that reads scans. */
export type StartReader = () => PoolWorker;

const createLazyReader = (startReader: StartReader | undefined): Pick<LineReader, 'read' | 'close'> => {
  let loaded: Promise<LineReader> | null = null;
  const load = async (): Promise<LineReader> => {
    const { createLineReader } = await import('../extract/local/engine/reader-pool.ts');
    if (startReader) return createLineReader({ start: startReader });
    const { nodeReader } = await import('../extract/local/engine/node-reader.ts');
    return createLineReader(nodeReader());
  };
  return {
    read: async (picture, options) => {
      loaded ??= load();
      return (await loaded).read(picture, options);
    },
    close: async () => {
      await (await loaded)?.close();
    },
  };
};

/** Opens the engine. The sandbox, too, starts on first use. */
export const openEngine = ({
  environment,
  samplesFolder,
  now,
  settings,
  transport = makeNodeTransport({ environment }),
  systemProxy,
  proxyLogins,
  startDecoder,
  spares,
  startReader,
  onBadTruth,
  ...calls
}: EngineDependencies): Engine => {
  const sandbox = createSandboxService({
    samplesFolder,
    truthFolder: environment.VOUCH_SANDBOX_TRUTH?.trim() || null,
    now,
    onFailure: (_, failure) => onBadTruth(failure),
  });
  const routes = createRoutes({
    ...calls,
    allowPlainHttp: () => settings().allowPlainHttp,
    transport: createOwnNetwork({
      usual: transport,
      chosen: settings,
      environment,
      ...(systemProxy ? { systemProxy } : {}),
      ...(proxyLogins ? { proxyLogins } : {}),
    }),
    loopbackTransport: makeNodeTransport(),
    sandbox,
  });
  const local = openLocalEngine({ now, startDecoder, spares });
  const lines = createLazyReader(startReader);
  return {
    ...local,
    routes,
    lines,
    close: async () => {
      await lines.close();
      await local.close();
      await sandbox.close();
    },
  };
};
