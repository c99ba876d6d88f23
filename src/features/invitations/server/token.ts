import { createHash, createHmac } from 'node:crypto'

/**
 * The token of an invitation: 43 characters that only who has the key can work out, so that the same call gets the same answer although the
 * database holds a hash alone. The maker is part of it, so that an id that was freed opens nothing for its next maker.
 */
export const deriveToken = (key: Buffer, madeBy: string, invitationId: string): string =>
  createHmac('sha256', key).update(`${madeBy} ${invitationId}`).digest('base64url')

/** What is stored of a token. */
export const hashInvitation = (token: string): string => createHash('sha256').update(token).digest('base64')
