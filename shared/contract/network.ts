import { z } from 'zod';

/** Overrides of the system's network settings for calls to the service. They never apply to loopback. */

/**
 * A proxy as `http://host:port` or `https://host:port`. A name and a password are refused, because settings
 * must not contain secrets.
 */
export const isProxy = (text: string): boolean => {
  const [, port] = /^https?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\]):(\d{1,5})\/?$/i.exec(text) ?? [];
  return port !== undefined && Number(port) >= 1 && Number(port) <= 65_535;
};

/** One or more certificates in PEM, and nothing else. */
export const isPem = (text: string): boolean =>
  /^(?:\s*-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/.test(text);

export const countPem = (text: string): number => text.split('-----BEGIN CERTIFICATE-----').length - 1;

/** Empty if the system's own proxy is used. */
export const proxySchema = z
  .string()
  .max(300)
  .refine((text) => text === '' || isProxy(text));

/** Certificate authorities trusted in addition to the system's; empty if there are none. */
export const authoritiesSchema = z
  .string()
  .max(200_000)
  .refine((text) => text === '' || isPem(text));
