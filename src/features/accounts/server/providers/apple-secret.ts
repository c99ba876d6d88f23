import { signEs256 } from '#platform/es256.ts'

/** Seconds for which a secret is valid; each login makes a new one. */
const LIFETIME = 300

/**
 * Makes the client secret that Apple wants (Apple: "Creating a client secret").
 * @param options.privateKey in PEM (PKCS #8), as Apple hands it out
 * @throws Error when the key is not one of the curve P-256
 */
export function makeAppleSecret(options: { privateKey: string; teamId: string; keyId: string; clientId: string; now: number }): string {
  const { privateKey, teamId, keyId, clientId, now } = options
  const issuedAt = Math.floor(now / 1000)
  const claims = { iss: teamId, iat: issuedAt, exp: issuedAt + LIFETIME, aud: 'https://appleid.apple.com', sub: clientId }
  return signEs256(claims, privateKey, keyId)
}
