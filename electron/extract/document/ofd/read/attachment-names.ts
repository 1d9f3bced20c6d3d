/** Whether the reader takes a part for an attached invoice by its name alone: some lists of attachments are missing. */
export const isNamedLikeAttachment = (path: string): boolean =>
  /(?:^|\/)original_invoice\.xml$/iu.test(path) || /\/attach[^/]*\/[^/]+$/iu.test(path);
