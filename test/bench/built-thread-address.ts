/** The address of a thread's code in the build. It replaces `electron/infra/thread-address.ts`. */
export const threadAddress = (_here: string, _source: string, built: string): URL =>
  new URL(`../../out/main/${built}`, import.meta.url);
