const inputId = 'vouch-files';

/** Opens the browser's dialog for choosing files; it does so only for a press of the user's. */
export const clickFileInput = (): void => document.querySelector<HTMLElement>(`#${inputId}`)?.click();

/** Properties of the one file input, which stands unseen in the window. */
export const fileInput = {
  id: inputId,
  type: 'file',
  multiple: true,
  hidden: true,
  accept:
    '.jpg,.jpeg,.png,.bmp,.gif,.webp,.tif,.tiff,.avif,.pdf,.zip,image/*,application/pdf,application/zip',
} as const;
