import { describe, expect, it } from 'vitest'
import { hostOf, isRedirectAddress } from './redirect-address.ts'

describe('a redirect address', () => {
  it('is one over https, or of the own machine', () => {
    for (const address of [
      'https://league.example/back',
      'https://league.example',
      'https://league.example:8443/back?from=skillshot',
      'http://localhost:3000/back',
      'http://127.0.0.1:3000/back',
      'http://[::1]:3000/back',
    ])
      expect(isRedirectAddress(address), address).toBe(true)
  })

  it('is no other', () => {
    for (const address of [
      'http://league.example/back',
      'http://localhost.league.example/back',
      'https://league.example/back#part',
      'https://league.example/back#',
      'https://ann:secret@league.example/back',
      'https://League.example/back',
      'league.example/back',
      'app://back',
      'javascript:alert(1)',
      'https://',
      '',
    ])
      expect(isRedirectAddress(address), address).toBe(false)
  })

  it('has a host, which people are shown', () => {
    expect(hostOf('https://league.example/back')).toBe('league.example')
    expect(hostOf('http://localhost:3000/back')).toBe('localhost:3000')
  })
})
