import { describe, expect, it } from 'vitest'
import { keyScopesOf, mayChange, readScopes } from './scopes.ts'

describe('the scopes of an application', () => {
  it('are those that are known, and never the administration of the site', () => {
    expect(readScopes('run openid admin email offline_access openid')).toEqual(['openid', 'run'])
    expect(readScopes('')).toEqual([])
    expect(keyScopesOf(['openid', 'profile', 'admin', 'submit'])).toEqual(['submit'])
  })

  it('change something only with submit or run', () => {
    expect(mayChange(['openid', 'profile', 'read'])).toBe(false)
    expect(mayChange(['submit'])).toBe(true)
    expect(mayChange(['openid', 'run'])).toBe(true)
  })
})
