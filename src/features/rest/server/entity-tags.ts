import { createHash } from 'node:crypto'

/** Returns the entity tag of an answer, which is the same as long as its bytes are. */
export const etagOf = (body: Buffer): string => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** True if a list of entity tags, `If-None-Match`, has this one (RFC 9110 §13.1.2, weak comparison). */
export const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some(each => each.trim().replace(/^W\//, '') === etag))
