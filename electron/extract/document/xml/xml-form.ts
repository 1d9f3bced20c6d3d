import { failed, success } from '../../../../shared/result.ts';
import { failureOf } from '../../../../shared/services/failures.ts';
import { layoutForm } from '../form/layout-form.ts';
import { readXml } from './read-xml.ts';

/** The form of one invoice of an XML file, counted from 1, because such a file has no pages. */
export const formOf = (bytes: Uint8Array, number: number) => {
  const read = readXml(bytes);
  if (!read.ok) return read;
  const extraction = read.value[number - 1];
  return extraction
    ? success({ layout: layoutForm(extraction), count: read.value.length })
    : failed(failureOf('missing'));
};
