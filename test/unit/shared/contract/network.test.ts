import { describe, expect, it } from 'vitest';
import { authoritiesSchema, countPem, proxySchema } from '../../../../shared/contract/account.ts';

describe('proxySchema', () => {
  it.each([
    '',
    'http://proxy.example:8080',
    'https://proxy.example:443/',
    'HTTP://10.0.0.1:3128',
    'http://[fd00::1]:8080',
  ])('accepts %j', (text) => {
    expect(proxySchema.safeParse(text).success).toBe(true);
  });

  it.each([
    'proxy.example:8080',
    'http://proxy.example',
    'http://user:secret@proxy.example:8080',
    'http://user@proxy.example:8080',
    'http://proxy.example:8080/path',
    'http://proxy.example:8080?x',
    'http://proxy.example:0',
    'http://proxy.example:65536',
    'socks5://proxy.example:1080',
    'file:///etc/passwd',
    'http://proxy.example:8080\r\nHost: evil',
    ' http://proxy.example:8080',
    'http://:8080',
    `http://${'a'.repeat(400)}:1`,
  ])('rejects %j', (text) => {
    expect(proxySchema.safeParse(text).success).toBe(false);
  });
});

const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

describe('authoritiesSchema', () => {
  it.each(['', pem, pem + pem, pem.trim()])('accepts %j', (text) => {
    expect(authoritiesSchema.safeParse(text).success).toBe(true);
  });

  it.each([
    'AAAA',
    `${pem}more`,
    pem.replaceAll('CERTIFICATE', 'PRIVATE KEY'),
    pem.replace('AAAA', '<script>'),
    pem.repeat(5000),
  ])('rejects invalid text', (text) => {
    expect(authoritiesSchema.safeParse(text).success).toBe(false);
  });

  it('counts them', () => {
    expect([countPem(''), countPem(pem), countPem(pem + pem)]).toEqual([0, 1, 2]);
  });
});
