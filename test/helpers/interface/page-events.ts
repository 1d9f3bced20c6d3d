import type { Download, Page } from 'playwright';

// Both are awaited together: if the action fails, the event never comes, and an unhandled rejection would end the run.

/** The download that an action starts. */
export const downloadAfter = async (page: Page, act: () => Promise<unknown>): Promise<Download> => {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return download;
};

/** Chooses files in the dialog that an action opens. */
export const chooseFilesAfter = async (
  page: Page,
  act: () => Promise<unknown>,
  paths: readonly string[],
): Promise<void> => {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), act()]);
  await chooser.setFiles([...paths]);
};

/** Pastes a text where the focus is. */
export const pasteText = (page: Page, text: string): Promise<void> =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
