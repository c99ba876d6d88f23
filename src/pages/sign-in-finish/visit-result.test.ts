import { describe, expect, it } from 'vitest'
import { readVisitResult } from './visit-result.ts'

const CREDENTIAL = { credentialToken: 't', credentialSecret: 's' }

describe('the fragment that a visit to a login service ends with', () => {
  it('has a credential, what it is for, and where to go', () => {
    expect(readVisitResult('#credentialToken=t&credentialSecret=s&purpose=login&next=%2Fsubmit%3Fmachine%3Da&style=popup')).toEqual({
      popup: true,
      credential: CREDENTIAL,
      purpose: 'login',
      next: '/submit?machine=a',
    })
  })

  it.each(['//elsewhere.example', 'https://elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)'])(
    'leads to no other site: %s',
    next => {
      expect(readVisitResult(`#credentialToken=t&credentialSecret=s&purpose=login&next=${encodeURIComponent(next)}`)).toMatchObject({
        next: '/',
      })
    },
  )

  it.each([
    ['', 'expired'],
    ['#', 'expired'],
    ['#credentialToken=t', 'expired'],
    ['#credentialToken=t&credentialSecret=s&purpose=other', 'expired'],
    ['#error=denied', 'denied'],
    ['#error=<img>', 'odd'],
    ['#error=toString', 'odd'],
  ])('%s is a failure: %s', (hash, failure) => {
    expect(readVisitResult(hash)).toEqual({ popup: false, failure })
  })
})
