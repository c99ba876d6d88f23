import { describe, expect, it } from 'vitest'
import { pathAfter, withNext } from './return-path.ts'

describe('the way back after signing in', () => {
  it('leads to a path of this site', () => {
    expect(pathAfter({ next: '/submit?machine=x' })).toBe('/submit?machine=x')
    expect(withNext('/sign-in', '/submit?machine=x')).toBe('/sign-in?next=%2Fsubmit%3Fmachine%3Dx')
    expect(withNext('/sign-in', '/')).toBe('/sign-in')
  })

  it('never leads elsewhere', () => {
    for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '', ' /x', '/a b'])
      expect(pathAfter({ next }), next).toBe('/')
  })
})
