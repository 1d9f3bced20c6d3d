import { failed, success, type Result } from '../../../shared/result.ts';

/** Parses JSON, ignoring a byte-order mark before it and NULs after it. */
export const parseJson = (text: string): Result<unknown, null> => {
  try {
    return success(JSON.parse(unwrapped(text)));
  } catch {
    return failed(null);
  }
};

const byteOrderMark = 0xfeff;

const unwrapped = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) === byteOrderMark) start += 1;
  while (end > start && isTrailer(text.charCodeAt(end - 1))) end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
};

/** NUL, the white space of JSON, byte-order mark. */
const isTrailer = (code: number) =>
  code === 0 || code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === byteOrderMark;
