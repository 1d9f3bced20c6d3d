import { isPem } from '../../../shared/contract/network.ts';

/** A certificate file in PEM or DER form as PEM. The backend validates its content. */
export const certificateAsPem = (bytes: Uint8Array): string => {
  const text = new TextDecoder().decode(bytes);
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g);
  const pem = blocks?.join('\n').replaceAll('\r', '');
  if (pem && isPem(pem)) return `${pem}\n`;
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const lines = btoa(binary).replaceAll(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
};
