import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { digitalSamples } from './digital/samples.ts';
import { drawFaces } from './face.ts';
import { sampleScenes } from './faces.ts';
import { drawInvoice } from './invoice.ts';
import { sampleInvoices } from './invoices.ts';

/** Writes all of samples/ again: digital invoices, and pictures, each next to its truth file for the sandbox. */

const folder = fileURLToPath(new URL('../../samples/', import.meta.url));

const write = (name: string, encoding: string, bytes: Uint8Array, truth: unknown): void => {
  writeFileSync(`${folder}${name}.${encoding}`, bytes);
  writeFileSync(`${folder}${name}.truth.json`, `${JSON.stringify(truth)}\n`);
  console.log(`${name}.${encoding}: ${Math.round(bytes.length / 1024)} kB`);
};

mkdirSync(folder, { recursive: true });
for (const { name, invoice, appearance } of sampleInvoices) {
  const { bytes, truth } = await drawInvoice(invoice, appearance);
  write(name, appearance.encoding ?? 'png', bytes, truth);
}
for (const scene of sampleScenes) {
  const { bytes, truth } = await drawFaces(scene);
  write(scene.name, 'jpg', bytes, truth);
}
for (const { name, bytes } of await digitalSamples()) {
  writeFileSync(`${folder}${name}`, bytes);
  console.log(`${name}: ${Math.round(bytes.length / 1024)} kB`);
}
