import type { VouchEvent } from '../../../shared/contract/commands.ts';
import { failed, success } from '../../../shared/result.ts';
import { badRequest } from '../../../electron/app/command-failures.ts';
import type { Backend, Picture } from '../../../electron/app/contract.ts';

/** A backend that stores nothing and records the commands it receives, to test which ones a host accepts. */
export type RecordingBackend = Backend & {
  readonly invoked: { readonly name: string; readonly input: unknown }[];
  readonly emit: (event: VouchEvent) => void;
  readonly listeners: () => number;
  readonly pictures: Map<string, Picture>;
  readonly faceBytes: Map<number, Uint8Array<ArrayBuffer>>;
  readonly downloads: Map<string, Picture & { readonly name: string }>;
};

export const recordingBackend = (): RecordingBackend => {
  const invoked: { name: string; input: unknown }[] = [];
  const listeners = new Set<(event: VouchEvent) => void>();
  const pictures = new Map<string, Picture>();
  const faceBytes = new Map<number, Uint8Array<ArrayBuffer>>();
  const downloads = new Map<string, Picture & { name: string }>();
  return {
    invoked,
    pictures,
    faceBytes,
    downloads,
    emit: (event) => listeners.forEach((listener) => listener(event)),
    listeners: () => listeners.size,
    invoke: (name, input) => {
      invoked.push({ name, input });
      if (JSON.stringify(input) === '"malformed"') return Promise.resolve(failed(badRequest));
      if (name === 'fault') return Promise.reject(new Error('a bug'));
      return Promise.resolve(success({ answered: name }));
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    picture: (id, size) => Promise.resolve(pictures.get(`${id}/${size}`) ?? null),
    faces: (id) => Promise.resolve(faceBytes.get(id) ?? null),
    offerExport: () => Promise.resolve(success({ kind: 'cancelled' })),
    takeDownload: (id) => {
      const download = downloads.get(id) ?? null;
      downloads.delete(id);
      return Promise.resolve(download);
    },
    close: () => Promise.resolve(),
  };
};
