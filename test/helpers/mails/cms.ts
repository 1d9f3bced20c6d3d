import { der, integer, objectId, octets, sequence, set } from '../asn1.ts';

const ids = {
  data: '1.2.840.113549.1.7.1',
  signed: '1.2.840.113549.1.7.2',
  enveloped: '1.2.840.113549.1.7.3',
};

/** Signed data around this content, without certificates and signers: Vouch does not check who signed a mail. */
export const signedContent = (content: Buffer): Buffer =>
  sequence(
    objectId(ids.signed),
    der(0xa0, sequence(integer(1), set(), sequence(objectId(ids.data), der(0xa0, octets(content))), set())),
  );

const open = (tag: number, ...parts: readonly Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.of(tag, 0x80), ...parts, Buffer.of(0, 0)]);

/** The same as a mail program writes it that does not know the length when it begins: in pieces, of open lengths. */
export const signedInPieces = (content: Buffer, pieceBytes = 1000): Buffer => {
  const pieces = Array.from({ length: Math.ceil(content.length / pieceBytes) }, (_, index) =>
    octets(content.subarray(index * pieceBytes, (index + 1) * pieceBytes)),
  );
  const inner = open(0x30, objectId(ids.data), open(0xa0, open(0x24, ...pieces)));
  return open(0x30, objectId(ids.signed), open(0xa0, open(0x30, integer(1), set(), inner, set())));
};

export const encryptedContent = (): Buffer =>
  sequence(
    objectId(ids.enveloped),
    der(0xa0, sequence(integer(0), set(), sequence(objectId(ids.data), der(0x80, Buffer.alloc(200, 7))))),
  );
