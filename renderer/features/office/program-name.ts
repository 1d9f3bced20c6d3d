/** The first name whose mark is in the text. A browser names compatible ones after its own name. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/u],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/u],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/u],
  ['Safari', /\bVersion\/(\d+).* Safari\//u],
] as const;

const systems = [
  ['Windows', /Windows/u],
  ['Android', /Android/u],
  ['iOS', /iPhone|iPad/u],
  ['macOS', /Mac OS X/u],
  ['Linux', /Linux|CrOS/u],
] as const;

/**
 * The browser and the system of a session, from its user agent: `Chrome 156, Windows`. The text itself if it is
 * none of these.
 */
export const programName = (userAgent: string): string => {
  const browser = browsers.flatMap(([name, mark]) => {
    const version = mark.exec(userAgent)?.[1];
    return version === undefined ? [] : [`${name} ${version}`];
  })[0];
  if (browser === undefined) return userAgent;
  const system = systems.find(([, mark]) => mark.test(userAgent))?.[0];
  return system === undefined ? browser : `${browser}, ${system}`;
};
