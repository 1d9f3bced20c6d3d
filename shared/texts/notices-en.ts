/**
 * The window's texts that the state writes into notices, in English. A notice holds both languages at once, so these
 * are loaded at the start in both; the other texts only in the shown language.
 */
export const noticesEn = {
  review: {
    undone: 'Undone: {{what}} ({{where}})',
    redone: 'Redone: {{what}} ({{where}})',
    documents: '{{count}} documents',
    confirmed: 'confirmed',
    aside: 'set aside',
    open: 'reopened for review',
    correct: '{{field}} changed',
    revert: '{{field}} reverted',
    keep: '{{field}} kept',
    accept: '{{field}} accepted',
    lines: 'line items changed',
    faces: 'faces changed',
    tag: 'tags changed',
    note: 'note changed',
    join: 'pages joined',
    split: 'pages split',
    joinedCount: 'Joined into one invoice: {{count}} pages. Press Ctrl+Z to undo.',
    splitCount: 'Split into {{count}} pages. Press Ctrl+Z to undo.',
    review: 'review status changed',
    other: 'change',
    confirmedCount: 'Confirmed: {{count}}. Press Ctrl+Z to undo.',
    asideCount: 'Set aside: {{count}}. Press Ctrl+Z to undo.',
    cancel: 'recognition cancelled',
    cancelCount: 'Cancelled: {{count}}. Press Ctrl+Z to undo.',
    recognize: 'recognition requested',
    recognizeCount: 'Recognition requested: {{count}}. Press Ctrl+Z to undo.',
    recognizing: 'Recognition has already started. Press Ctrl+Z again to undo the step before.',
    openCount: 'Reopened for review: {{count}}',
  },
  intake: {
    thereOne: 'Already in the list: {{name}}',
    thereMany: '{{count}} files are already in the list',
    notOfDrop: 'Not among the missing files, and not added: {{count}}',
  },
  exports: {
    saved: 'Exported to {{path}}',
    downloaded: 'Exported: {{name}}',
    printed: 'Sent to the printer.',
    leftOut: ' (left out: {{count}})',
    smaller:
      '. Photos exported at the size that was sent, because the original is not available in full: {{count}}',
    uncovered:
      '. Faces not covered, because their position is unknown: {{count}}. Draw their boxes and export again',
  },
  failure: {
    unreachable: 'Vouch does not respond',
    unreachableRemedy: 'Check that Vouch is still running, then try again',
    badResponse: 'The window can’t read the response from Vouch',
    badResponseRemedy: 'Reload the window. If the error returns, reinstall Vouch',
    notCopied: 'Nothing was copied',
    notCopiedRemedy: 'The clipboard is not available. Try again, or select the text and copy it',
    noPicture: 'Nothing was added: the page or mail passed on only an address',
    noPictureRemedy: 'Vouch opens no addresses. Save the picture or the attachment, then drop the file here',
    notSaved: 'The text was not saved. It stays in its field as a draft',
    tooLarge: 'The file is too large',
    tooLargeRemedy: 'Split it or make it smaller: files can have up to 64 MB',
  },
} as const;
