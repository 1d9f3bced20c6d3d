/** Every channel between the preload and the main process: no other is listened to. */
export const channels = {
  /** (name, input) to a result: a command of shared/contract/commands.ts. */
  invoke: 'vouch:invoke',
  /** (service, files, sandbox) to a result. Only here may a file be named by its path: the preload finds it out. */
  addFiles: 'vouch:add-files',
  /** (name, input, file) to a result: a command of `fileCommands`, with the file by its path or its bytes. */
  handFile: 'vouch:hand-file',
  /** (service) to the files that the user chose in the system's dialog, by path: the preload keeps those to itself. */
  chooseFiles: 'vouch:choose-files',
  /** (input of `pages.export`) to what became of it: the export goes with the pointer that drags it. */
  dragExport: 'vouch:drag-export',
  /** (ids) the actions of the menu that mean something now; no answer. */
  enabledActions: 'vouch:enabled-actions',
  /** An event of shared/contract/commands.ts, from the main process to the page. */
  event: 'vouch:event',
} as const;
