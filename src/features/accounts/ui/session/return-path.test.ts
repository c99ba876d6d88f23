import { describe, expect, it } from 'vitest'
import { readReturnPath, withReturnPath } from './return-path.ts'

describe('the return path after signing in', () => {
  it('leads to a path of this site', () => {
    expect(readReturnPath({ next: '/submit?machine=x' })).toBe('/submit?machine=x')
    expect(withReturnPath('/sign-in', '/submit?machine=x')).toBe('/sign-in?next=%2Fsubmit%3Fmachine%3Dx')
    expect(withReturnPath('/sign-in', '/')).toBe('/sign-in')
  })

  it('never leads elsewhere', () => {
    for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '', ' /x', '/a b'])
      expect(readReturnPath({ next }), next).toBe('/')
  })
})
