import { createPrivateKey, sign } from 'node:crypto'

/** Seconds for which a secret is valid; each login makes a new one. */
const LIFETIME = 300

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/**
 * Makes the client secret that Apple wants: a JWT signed by ES256 with the operator's private key (Apple: "Creating a client secret").
 * @param options.privateKey in PEM (PKCS #8), as Apple hands it out
 * @throws Error when the key is not one of the curve P-256
 */
export function makeAppleSecret(options: { privateKey: string; teamId: string; keyId: string; clientId: string; now: number }): string {
  const { privateKey, teamId, keyId, clientId, now } = options
  const issuedAt = Math.floor(now / 1000)
  const claims = { iss: teamId, iat: issuedAt, exp: issuedAt + LIFETIME, aud: 'https://appleid.apple.com', sub: clientId }
  const signed = `${encode({ alg: 'ES256', kid: keyId })}.${encode(claims)}`
  // In a variable of the environment the line breaks of the key may be written as \n.
  const key = createPrivateKey(privateKey.replaceAll('\\n', '\n'))
  return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
