import { createHash, createHmac } from 'node:crypto'

/**
 * Derives the token of an invitation: 43 characters that can be computed only with the key. So a repeated call returns the same token,
 * although the database contains only its hash. The creator is part of the input, so that another creator who reuses a freed id gets
 * another token.
 */
export const deriveToken = (key: Buffer, madeBy: string, invitationId: string): string =>
  createHmac('sha256', key).update(`${madeBy} ${invitationId}`).digest('base64url')

/** Returns the hash under which a token is stored. */
export const hashInvitation = (token: string): string => createHash('sha256').update(token).digest('base64')
