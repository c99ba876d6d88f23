import { createPrivateKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import type { SecretForm } from '#platform/storage/persisted-secret.ts'

/** Name of the key that signs ID tokens. */
export const SIGNING_KEY = 'oauth-signing.json'
/** Name of the key of cookies, tickets and the secrets of applications. */
export const OAUTH_SECRET = 'oauth'

/** A private key of RSA as a JSON Web Key (RFC 7517): RS256 is the one algorithm that every client of OpenID Connect has. */
export const signingKeyForm: SecretForm = {
  make: () => JSON.stringify(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })),
  problem(text) {
    try {
      const key = createPrivateKey({ key: JSON.parse(text) as JsonWebKey, format: 'jwk' })
      if (key.asymmetricKeyType === 'rsa') return null
    } catch {
      // not JSON, or not a key
    }
    return 'is no private RSA key as JSON ({"kty":"RSA",…})'
  },
}
