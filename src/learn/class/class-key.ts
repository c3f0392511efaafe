/**
 * The key of a class, and signatures made with it (HMAC-SHA-256, RFC 2104). The teacher's secret stays with the teacher. Each student's
 * link holds a key derived from it, so a student can sign only for himself or herself. README.md says what a signature cannot prove. Pure.
 */
import { fromBase64url, toBase64url } from '../../lib/base64url.ts';

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' } as const;

/** Bytes of a class's secret: as many as the hash has. */
const SECRET_BYTES = 32;

/** The browser cannot sign: pages of unencrypted addresses have no WebCrypto. */
export class NoSigning extends Error {
  override readonly name = 'NoSigning';
}

function subtle(): SubtleCrypto {
  const found = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!found) throw new NoSigning('crypto.subtle is missing: the page is not a secure context');
  return found;
}

/** A random text of `bytes` bytes. */
export const randomName = (bytes: number): string =>
  toBase64url(crypto.getRandomValues(new Uint8Array(bytes)));

export const newSecret = (): string => randomName(SECRET_BYTES);

/**
 * The signature of a text.
 * @param key as {@link newSecret} or {@link studentKey} return it
 * @throws NoSigning
 */
export async function signatureOf(key: string, text: string): Promise<string> {
  const imported = await subtle().importKey('raw', fromBase64url(key), ALGORITHM, false, ['sign']);
  return toBase64url(
    new Uint8Array(await subtle().sign(ALGORITHM, imported, new TextEncoder().encode(text))),
  );
}

/**
 * The key in a student's link.
 * @param student id on the class list; empty in the link that all share
 * @throws NoSigning
 */
export const studentKey = (secret: string, classId: string, student: string): Promise<string> =>
  signatureOf(secret, JSON.stringify(['roundtrip-student', classId, student]));
