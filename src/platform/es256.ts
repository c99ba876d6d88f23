import { createPrivateKey, sign } from 'node:crypto'

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** In a variable of the environment the line breaks of a key may be written as \n. */
const readKey = (privateKey: string) => createPrivateKey(privateKey.replaceAll('\\n', '\n'))

/**
 * Makes a JWT that is signed by ES256 (RFC 7515, RFC 7518 §3.4), as Apple's services want it.
 * @param privateKey in PEM (PKCS #8), as Apple hands it out
 * @param keyId the name by which Apple knows the key
 * @throws Error when the key is not one of the curve P-256
 */
export function signEs256(claims: object, privateKey: string, keyId: string): string {
  const signed = `${encode({ alg: 'ES256', kid: keyId })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: readKey(privateKey), dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

/** True for a private key in PEM that `signEs256` can use. */
export function isEs256Key(text: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = readKey(text)
    return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}
