import { expect, it } from 'vitest'
import { invitationPath, invitationState, readInvitation } from './rules.ts'

const NOW = Date.UTC(2026, 0, 1)
const at = (offset: number): Date => new Date(NOW + offset)

it.each([
  ['valid until the moment it expires', { uses: 2, used: 1, expiresAt: at(1) }, 'valid'],
  ['expired from that moment on', { uses: 2, used: 1, expiresAt: at(0) }, 'expired'],
  ['used up when no use is left', { uses: 2, used: 2, expiresAt: at(1) }, 'used-up'],
  ['revoked whatever its other state is', { uses: 1, used: 1, expiresAt: at(-1), revokedAt: at(-1) }, 'revoked'],
  ['not revoked if revokedAt is null', { uses: 1, used: 0, expiresAt: at(1), revokedAt: null }, 'valid'],
])('an invitation is %s', (_, facts, state) => expect(invitationState(facts, NOW)).toBe(state))

it('the token of a link is read from its fragment', () => {
  const path = invitationPath('abc_-9')
  expect(path).toBe('/sign-up#/invitation/abc_-9')
  expect(readInvitation(new URL(path, 'https://site.example').hash)).toBe('abc_-9')
})
