/** Every channel between the preload and the main process. There are no other listeners. */
export const channels = {
  /** (name, input) to a result: a command of shared/contract/commands.ts. */
  invoke: 'vouch:invoke',
  /**
   * (service, files, sandbox) to a result. Only this message may name a file by its path: the preload
   * determines it.
   */
  addFiles: 'vouch:add-files',
  /** (name, input, file) to a result: a command of `fileCommands`, with the file by its path or its bytes. */
  handFile: 'vouch:hand-file',
  /**
   * (service) to the files that the user chose in the system's dialog, by path, which the preload does not
   * pass on.
   */
  chooseFiles: 'vouch:choose-files',
  /**
   * (input of `pages.export`) to the export's result: the exported file is attached to the dragging pointer.
   */
  dragExport: 'vouch:drag-export',
  /** (ids) the enabled actions of the menu; no response. */
  enabledActions: 'vouch:enabled-actions',
  /** (id, login or null) the user's answer to a proxy that asks for a login; no response. */
  proxyLogin: 'vouch:proxy-login',
  /** An event of shared/contract/commands.ts, from the main process to the page. */
  event: 'vouch:event',
} as const;
