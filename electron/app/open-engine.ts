import { createResponseDecoder, type ResponseDecoder } from '../extract/service/response-decoder.ts';
import type { TruthFailure } from '../extract/sandbox/truths.ts';
import type { Environment } from '../infra/environment.ts';
import { makeNodeTransport } from '../infra/network/node-transport.ts';
import { createOwnNetwork, type OwnNetworkDependencies } from '../infra/network/own-network.ts';
import type { StartDecoder } from '../intake/decode-pool.ts';
import { createIntake, type Intake } from '../intake/intake.ts';
import { createAssessor, type Assessor, type AssessorDependencies } from '../pipeline/assessor.ts';
import { createRoutes, type RouteDependencies, type Routes } from '../pipeline/routes.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { createSandboxService } from './sandbox-service.ts';

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
};

type LocalEngineDependencies = {
  readonly now: () => Date;
  /** Starts a decoder process, which may crash; without it threads of this process decode. */
  readonly startDecoder?: StartDecoder | undefined;
};

/** Opens an engine that makes no calls. Threads and processes start on first use. */
export const openLocalEngine = ({ now, startDecoder }: LocalEngineDependencies): LocalEngine => {
  const intake = createIntake({ startDecoder });
  const decoder = createResponseDecoder();
  return {
    intake,
    decoder,
    assessorOf: (ledger) => createAssessor({ ...ledger, intake, decoder, now }),
    close: async () => {
      await intake.close();
      await decoder.close();
    },
  };
};

type EngineDependencies = LocalEngineDependencies &
  Pick<RouteDependencies, 'account' | 'lines' | 'writesHost'> &
  Pick<OwnNetworkDependencies, 'systemProxy'> & {
    readonly environment: Environment;
    readonly samplesFolder: string;
    readonly settings: () => Pick<Settings, 'allowPlainHttp' | 'proxy' | 'authorities'>;
    /** The host's own transport; Node's http and https by default. */
    readonly transport?: RouteDependencies['transport'];
    /** Called for unreadable ground truths of the sandbox, which are left out. */
    readonly onBadTruth: (failure: TruthFailure) => void;
  };

/** Opens the engine. The sandbox, too, starts on first use. */
export const openEngine = ({
  environment,
  samplesFolder,
  now,
  settings,
  transport = makeNodeTransport({ environment }),
  systemProxy,
  startDecoder,
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
    }),
    loopbackTransport: makeNodeTransport(),
    sandbox,
  });
  const local = openLocalEngine({ now, startDecoder });
  return {
    ...local,
    routes,
    close: async () => {
      await local.close();
      await sandbox.close();
    },
  };
};
