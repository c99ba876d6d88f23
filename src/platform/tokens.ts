import { createHash, randomBytes } from 'node:crypto'

/** Returns a random token of 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns the hash under which a token is stored. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64')
