import { z } from 'zod';

/**
 * A file that a host has received and keeps on this computer until its command ends. Only the host can make one: no
 * message carries an instance of a class.
 */
export class ArrivedFile {
  readonly kind = 'arrived';
  readonly name: string;
  readonly path: string;
  /** Its length. */
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;

  constructor({ name, path, bytes, sha256 }: Pick<ArrivedFile, 'name' | 'path' | 'bytes' | 'sha256'>) {
    this.name = name;
    this.path = path;
    this.bytes = bytes;
    this.sha256 = sha256;
  }
}

/**
 * A file that was dropped, chosen or pasted: its bytes, what the host has received of it, or (only from the desktop's
 * own preload) its path.
 */
export const incomingFileSchema = z.union([
  z.object({ kind: z.literal('bytes'), name: z.string().min(1).max(1024), bytes: z.instanceof(Uint8Array) }),
  z.object({ kind: z.literal('path'), path: z.string().min(1).max(32_768) }),
  z.instanceof(ArrivedFile),
]);
export type IncomingFile = z.infer<typeof incomingFileSchema>;
