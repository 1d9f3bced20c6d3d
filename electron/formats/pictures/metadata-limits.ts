/** Maximum bytes of a colour profile, decompressed: profiles of printing presses have up to three million. */
export const maxProfileBytes = 4 * 1024 * 1024;
