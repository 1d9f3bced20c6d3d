/**
 * Public keys of signers, and of makers of seals, that are known without the user's help: the SHA-256 of the
 * SubjectPublicKeyInfo in DER, in hex. Each was taken from a published real file whose signature is good. Keys of test
 * authorities are left out, although published files carry them, too. SECURITY.md says how to add one.
 */
export const shippedSigners: readonly {
  readonly key: string;
  /** The name in its certificate, and its validity. */
  readonly name: string;
  readonly validity: string;
  readonly origin: string;
}[] = [
  {
    key: '7545bd1cda5d7ed3912bf9a0c94671d985759a485040d46b1b466c2eb09c8032',
    name: '国家税务总局电子印章制作系统',
    validity: '2019-10-16/2022-10-16',
    // The maker of the tax bureaus' seals: its signature over the seal in this file is good.
    origin: 'ofdrw/ofdrw (Apache-2.0), test resource 1.ofd: a VAT e-invoice of Zhejiang, 2020',
  },
  {
    key: '596cf4674bb693b35ce40aadecfba7126ce8c04662d1c085404d135eb9404260',
    name: '浙江省税务监制章电子证书',
    validity: '2019-10-24/2022-10-24',
    origin: 'ofdrw/ofdrw (Apache-2.0), test resource 1.ofd: a VAT e-invoice of Zhejiang, 2020',
  },
];
