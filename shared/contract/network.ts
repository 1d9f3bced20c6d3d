import { z } from 'zod';

/** How calls leave for the service, where the system's own way will not do. Loopback is never concerned. */

/**
 * A proxy as `http://host:port` or `https://host:port`. Without a name and a password: settings are no place for a
 * secret.
 */
export const isProxy = (text: string): boolean => {
  const [, port] = /^https?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\]):(\d{1,5})\/?$/i.exec(text) ?? [];
  return port !== undefined && Number(port) >= 1 && Number(port) <= 65_535;
};

/** Certificates in PEM, one after the other, and nothing beside them. */
export const isPem = (text: string): boolean =>
  /^(?:\s*-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/.test(text);

export const countPem = (text: string): number => text.split('-----BEGIN CERTIFICATE-----').length - 1;

/** Empty where the system's own proxy is used. */
export const proxySchema = z
  .string()
  .max(300)
  .refine((text) => text === '' || isProxy(text));

/** Certificate authorities that are trusted beside the system's; empty where there are none. */
export const authoritiesSchema = z
  .string()
  .max(200_000)
  .refine((text) => text === '' || isPem(text));
