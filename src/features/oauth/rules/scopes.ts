import { allowsScope, KEY_SCOPES, type KeyScope } from '#keys/rules/scopes.ts'

/** What an application may ask for: who somebody is, and what keys may do short of administering. */
export const OAUTH_SCOPES = ['openid', 'profile', 'read', 'submit', 'run'] as const
export type OauthScope = (typeof OAUTH_SCOPES)[number]

/** Returns the known scopes of a text that lists them, in the order of OAUTH_SCOPES; others are left out, as the protocol has it. */
export function readScopes(text: string): OauthScope[] {
  const asked = text.split(' ')
  return OAUTH_SCOPES.filter(scope => asked.includes(scope))
}

/** Returns what a token with these scopes may do at the API. */
export const keyScopesOf = (scopes: readonly string[]): KeyScope[] =>
  KEY_SCOPES.filter(scope => scope !== 'admin' && scopes.includes(scope))

/** Returns what scopes allow, in the order of OAUTH_SCOPES: also what nobody asked for because another scope includes it. */
export const allowedBy = (scopes: readonly string[]): OauthScope[] =>
  OAUTH_SCOPES.filter(scope => scopes.includes(scope) || (scope === 'read' && allowsScope(keyScopesOf(scopes), scope)))

/** True if scopes let an application change something, which wants a recent sign-in. */
export const mayChange = (scopes: readonly string[]): boolean => keyScopesOf(scopes).some(scope => scope !== 'read')
