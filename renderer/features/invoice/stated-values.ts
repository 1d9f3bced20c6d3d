import { createContext } from 'react';

/** Whether values come from a file that states them: an empty one was not missed, the file does not have it. */
export const StatedValues = createContext(false);
