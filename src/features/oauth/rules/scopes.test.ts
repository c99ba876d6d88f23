import { describe, expect, it } from 'vitest'
import { allowedBy, keyScopesOf, mayChange, readScopes } from './scopes.ts'

describe('the scopes of an application', () => {
  it('are those that are known, and never the administration of the site', () => {
    expect(readScopes('run openid admin email offline_access openid')).toEqual(['openid', 'run'])
    expect(readScopes('')).toEqual([])
    expect(keyScopesOf(['openid', 'profile', 'admin', 'submit'])).toEqual(['submit'])
  })

  it('allow reading wherever they allow more than to know who somebody is', () => {
    expect(allowedBy(['run', 'openid', 'submit'])).toEqual(['openid', 'read', 'submit', 'run'])
    expect(allowedBy(['read'])).toEqual(['read'])
    expect(allowedBy(['profile', 'openid'])).toEqual(['openid', 'profile'])
  })

  it('change something only with submit or run', () => {
    expect(mayChange(['openid', 'profile', 'read'])).toBe(false)
    expect(mayChange(['submit'])).toBe(true)
    expect(mayChange(['openid', 'run'])).toBe(true)
  })
})
