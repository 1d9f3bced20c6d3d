import { z } from 'zod';

/** A file that was dropped, chosen or pasted: its bytes, or (only from the desktop's own preload) its path. */
export const incomingFileSchema = z.union([
  z.object({ kind: z.literal('bytes'), name: z.string().min(1).max(1024), bytes: z.instanceof(Uint8Array) }),
  z.object({ kind: z.literal('path'), path: z.string().min(1).max(32_768) }),
]);
export type IncomingFile = z.infer<typeof incomingFileSchema>;
