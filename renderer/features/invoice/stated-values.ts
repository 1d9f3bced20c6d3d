import { createContext } from 'react';

/**
 * Whether values come from a file's own data: an empty value is then absent from the file, not unrecognized.
 */
export const StatedValues = createContext(false);
