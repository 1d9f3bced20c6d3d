import { Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { FileHead, Reader } from '../../electron/extract/reader.ts';
import { failureSchema, type Failure } from '../../shared/services/failure.ts';
import type { Result } from '../../shared/result.ts';

/** A reader under test, with what to read. */
export type ReaderCase<Input, Output> = {
  readonly reader: Reader<Input, Output>;
  readonly intact: Input;
  /** The number of damaged inputs, and each of them. */
  readonly damages: number;
  readonly damaged: (index: number) => Input;
  /** The extraction or the failure of an output; `cancelled` after an abort. */
  readonly outcomeOf: (output: Output) => Result<unknown, Failure> | 'cancelled';
  /** The readers that the extractions of an output name. */
  readonly namesOf: (output: Output) => readonly string[];
  readonly close: () => Promise<void>;
};

type Expected = {
  readonly id: Reader<never, never>['id'];
  readonly subject: Reader<never, never>['subject'];
  readonly cost: Reader<never, never>['cost'];
  /** The kinds of file that it accepts; it accepts no others. */
  readonly accepts: Readonly<Partial<Record<FileHead['format']['kind'], 'yes' | 'maybe'>>>;
  /** The reader that its extractions name. */
  readonly named: string;
};

const kinds = ['picture', 'convertible', 'pdf', 'ofd', 'xml', 'archive'] as const;

/** Heads that the types don't allow: any text as the kind, and other members. */
const hostileHeads = fc
  .oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', ...kinds))
  .chain((kind) => fc.record({ format: fc.record({ kind: fc.constant(kind), name: fc.anything() }) }));

/**
 * The contract of every reader.
 * @param open the reader as the program composes it, with inputs for it
 */
export const readerContract = <Input, Output>(
  name: string,
  expected: Expected,
  open: () => Promise<ReaderCase<Input, Output>>,
): void => {
  const using = async (check: (one: ReaderCase<Input, Output>) => Promise<void>): Promise<void> => {
    const one = await open();
    try {
      await check(one);
    } finally {
      await one.close();
    }
  };

  describe(name, () => {
    test('has its id, subject and cost', () =>
      using(async ({ reader: { id, subject, cost } }) => {
        expect([id, subject, cost]).toEqual([expected.id, expected.subject, expected.cost]);
      }));

    test('accepts the kinds of file that it reads, by the head', () =>
      using(async ({ reader }) => {
        for (const kind of kinds)
          expect(reader.accepts({ format: { kind } }), kind).toBe(expected.accepts[kind] ?? 'no');
      }));

    test('answers any head', () =>
      using(async ({ reader }) => {
        const answers = (head: unknown) => {
          const accepted = reader.accepts(head as FileHead);
          const { kind } = (head as FileHead).format;
          expect(accepted).toBe(Object.hasOwn(expected.accepts, kind) ? expected.accepts[kind] : 'no');
        };
        fc.assert(fc.property(hostileHeads, answers));
      }));

    test('extracts the same from the same input, and names itself', () =>
      using(async ({ reader, intact, outcomeOf, namesOf }) => {
        const outputs = [];
        for (const _ of [1, 2]) outputs.push(await reader.extract(intact, new AbortController().signal));
        const [first, second] = outputs.map(outcomeOf);
        expect(first).toMatchObject({ ok: true });
        expect(second).toEqual(first);
        for (const output of outputs) expect(namesOf(output)).toEqual([expected.named]);
      }));

    test('gives a result for any damaged input', () =>
      using(async ({ reader, damages, damaged, outcomeOf }) => {
        for (let index = 0; index < damages; index += 1) {
          const output = await reader.extract(damaged(index), new AbortController().signal);
          const outcome = outcomeOf(output);
          if (outcome === 'cancelled') throw new Error(`Damage ${index}: cancelled without an abort`);
          if (!outcome.ok) expect(failureSchema.parse(outcome.failure)).toEqual(outcome.failure);
        }
      }));

    test.each(['before', 'after'])('ends if it is aborted %s its start', (when) =>
      using(async ({ reader, intact, outcomeOf }) => {
        const control = new AbortController();
        if (when === 'before') control.abort();
        const extracting = reader.extract(intact, control.signal);
        control.abort();
        const outcome = outcomeOf(await extracting);
        // Nothing interrupts a free reader, because it runs where its thread can be ended.
        if (expected.cost === 'call') expect(outcome).toBe('cancelled');
        else expect(outcome).toMatchObject({ ok: true });
      }),
    );

    test(expected.cost === 'free' ? 'sends nothing' : 'sends a request', () =>
      using(async ({ reader, intact }) => {
        const connect = vi.spyOn(Socket.prototype, 'connect');
        try {
          await reader.extract(intact, new AbortController().signal);
          expect(connect.mock.calls.length).toBe(expected.cost === 'free' ? 0 : 1);
        } finally {
          connect.mockRestore();
        }
      }),
    );
  });
};
