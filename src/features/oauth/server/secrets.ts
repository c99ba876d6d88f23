import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** By this, programs that look for secrets in published code recognise ours. */
const PREFIX = 'skillshot_app_'

/**
 * Derives the secret of an application, which can be computed only with the site's own one, so that a repeated call returns the same, although
 * the database has only its hash.
 */
export const deriveClientSecret = (own: Buffer, userId: string, applicationId: string): string =>
  PREFIX + createHmac('sha256', own).update(`application ${userId} ${applicationId}`).digest('base64url')

export const hashClientSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** True if a secret has this hash. It takes the same time whatever is wrong. */
export const isSecretOf = (secret: string, hash: string): boolean => {
  const [given, known] = [hashClientSecret(secret), hash].map(text => Buffer.from(text))
  return given!.length === known!.length && timingSafeEqual(given!, known!)
}

/** The id under which a code, a token, a grant or a request is stored. @param kind the provider's name of what it is */
export const hashId = (kind: string, id: string): string => createHash('sha256').update(`${kind} ${id}`).digest('base64url')
