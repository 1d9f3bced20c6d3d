import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { failed, success, type Result } from '../../../../shared/result.ts';
import type { Failure } from '../../../../shared/services/failure.ts';
import { failureOf } from '../../../../shared/services/failures.ts';
import type { StepScores } from './ctc.ts';
import type { TextMap } from './text-boxes.ts';
import type { Weights } from './weights.ts';

/**
 * The three networks. Each takes planes of blue, green and red, and runs on one core of this process's main thread: the
 * runtime crashes in worker threads.
 */
export type Models = {
  /** Probabilities of text. Sides are multiples of 32. */
  readonly detect: (planes: Float32Array, width: number, height: number) => Promise<TextMap>;
  /** Probabilities of characters on a line of height 48. */
  readonly recognize: (planes: Float32Array, width: number) => Promise<StepScores>;
  /** Probability that a line, 192 × 48, is upside down. */
  readonly isUpsideDown: (planes: Float32Array) => Promise<number>;
  readonly keys: readonly string[];
};

export const lineHeight = 48;
export const directionWidth = 192;

/**
 * One thread, and no spinning while it waits: the defaults take all cores. The arena stays: without it, each run allocates
 * its memory from the system, which takes longer than the network itself. Memory patterns are off: one is stored for
 * each shape, and pictures have many shapes.
 */
const options: InferenceSession.SessionOptions = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  enableCpuMemArena: true,
  enableMemPattern: false,
  extra: { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } },
};

type Run = (planes: Float32Array, width: number, height: number) => Promise<Tensor>;

const numbersOf = ({ data }: Tensor): Float32Array => {
  if (data instanceof Float32Array) return data;
  throw new Error('The network returned no numbers');
};

/** The runtime has no binary for this system (Intel Macs), or a file of it is missing. */
const unavailable = (error: unknown): Failure =>
  failureOf('reader-unavailable', { detail: error instanceof Error ? error.message : null });

/**
 * Loads the networks: about half a second of processor time.
 * @returns the failure `reader-unavailable` if the runtime does not exist for this system
 */
export const loadModels = async (weights: Weights): Promise<Result<Models, Failure>> => {
  try {
    const { InferenceSession: Session, Tensor: Numbers } = await import('onnxruntime-node');
    const open = async (bytes: Uint8Array): Promise<Run> => {
      const session = await Session.create(bytes, options);
      const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]];
      return async (planes, width, height) => {
        const results = await session.run({ [input]: new Numbers('float32', planes, [1, 3, height, width]) });
        const result = results[output];
        if (!result) throw new Error('The network returned nothing');
        return result;
      };
    };
    const detect = await open(weights.detection);
    const recognize = await open(weights.recognition);
    const direction = await open(weights.direction);
    return success({
      detect: async (planes, width, height) => ({
        data: numbersOf(await detect(planes, width, height)),
        width,
        height,
      }),
      recognize: async (planes, width) => {
        const result = await recognize(planes, width, lineHeight);
        const [, steps = 0, classes = 0] = result.dims;
        return { data: numbersOf(result), steps, classes };
      },
      isUpsideDown: async (planes) => numbersOf(await direction(planes, directionWidth, lineHeight))[1] ?? 0,
      keys: weights.keys,
    });
  } catch (error) {
    return failed(unavailable(error));
  }
};
