/** Bytes of a colour profile, unpacked: those of printing presses come to three million. */
export const maxProfileBytes = 4 * 1024 * 1024;
