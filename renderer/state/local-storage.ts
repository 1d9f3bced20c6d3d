/** What the browser stored under a key; null if there is nothing, or if it stores nothing. */
export const readLocal = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Stores a value that the window can do without: storage may be disabled or full. */
export const storeLocal = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The next start uses the default.
  }
};
