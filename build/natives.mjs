// The native parts that a package needs for its system and processor. npm installs those of the computer that runs it,
// so a package for another one would start and then decode no picture.
import { closeSync, existsSync, openSync, readSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ readonly name: string, readonly folder: string, readonly file: RegExp }} Native */

/**
 * The folders of native parts, from `node_modules`, and a file that must be in each.
 * @param {string} platform as Node.js names it
 * @param {string} arch
 * @returns {readonly Native[]}
 */
const nativesOf = (platform, arch) => {
  const system = `${platform}-${arch}`;
  const abi = { linux: '-gnu', win32: '-msvc' }[platform] ?? '';
  const library = { linux: /^libvips-cpp\.so/u, darwin: /^libvips-cpp.*\.dylib$/u }[platform];
  return [
    { name: 'sharp', folder: `@img/sharp-${system}/lib`, file: /^sharp-.*\.node$/u },
    // On Windows it is next to sharp.
    library
      ? { name: 'libvips', folder: `@img/sharp-libvips-${system}/lib`, file: library }
      : { name: 'libvips', folder: `@img/sharp-${system}/lib`, file: /^libvips-.*\.dll$/u },
    { name: 'canvas', folder: `@napi-rs/canvas-${system}${abi}`, file: /^skia\..*\.node$/u },
    {
      name: 'onnxruntime',
      folder: `onnxruntime-node/bin/napi-v6/${platform}/${arch}`,
      file: /^onnxruntime_binding\.node$/u,
    },
  ].filter(({ name }) => name !== 'onnxruntime' || system !== 'darwin-x64');
};

/** The processor in the head of an ELF, Mach-O or PE file; null for another file. @param {string} path */
const processorOf = (path) => {
  const head = Buffer.alloc(4096);
  const file = openSync(path, 'r');
  readSync(file, head, 0, head.length, 0);
  closeSync(file);
  if (head.readUInt32BE(0) === 0x7f454c46) return { 62: 'x64', 183: 'arm64' }[head.readUInt16LE(18)] ?? null;
  if (head.readUInt32LE(0) === 0xfeedfacf)
    return { 0x01000007: 'x64', 0x0100000c: 'arm64' }[head.readUInt32LE(4)] ?? null;
  if (head.toString('latin1', 0, 2) !== 'MZ') return null;
  const at = head.readUInt32LE(0x3c);
  return at + 6 > head.length
    ? null
    : ({ 0x8664: 'x64', 0xaa64: 'arm64' }[head.readUInt16LE(at + 4)] ?? null);
};

/**
 * What a packed program lacks, one sentence each; none if it is complete.
 * @param {string} unpacked its `app.asar.unpacked`
 * @param {string} platform
 * @param {string} arch
 * @returns {readonly string[]}
 */
export const missingNatives = (unpacked, platform, arch) =>
  nativesOf(platform, arch).flatMap(({ name, folder, file }) => {
    const path = join(unpacked, 'node_modules', folder);
    const found = existsSync(path) ? readdirSync(path).find((one) => file.test(one)) : undefined;
    if (found === undefined) return [`${name} is missing: node_modules/${folder}`];
    const processor = processorOf(join(path, found));
    return processor === arch
      ? []
      : [`${name} is for another processor (${processor ?? 'unknown'}): node_modules/${folder}/${found}`];
  });
