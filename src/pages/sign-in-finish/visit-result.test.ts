import { describe, expect, it } from 'vitest'
import { readVisitResult } from './visit-result.ts'

const read = (hash: string) => readVisitResult(hash, 'https://pins.example')

const CREDENTIAL = { credentialToken: 't', credentialSecret: 's' }

describe('the fragment that a visit to a login service ends with', () => {
  it('has a credential, what it is for, and where to go', () => {
    expect(read('#credentialToken=t&credentialSecret=s&purpose=login&next=%2Fsubmit%3Fmachine%3Da&style=popup')).toEqual({
      popup: true,
      credential: CREDENTIAL,
      purpose: 'login',
      next: '/submit?machine=a',
    })
  })

  it.each(['//elsewhere.example', 'https://elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)'])(
    'leads to no other site: %s',
    next => {
      expect(read(`#credentialToken=t&credentialSecret=s&purpose=login&next=${encodeURIComponent(next)}`)).toMatchObject({
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
    expect(read(hash)).toEqual({ popup: false, failure })
  })

  it('of a client that reads this address itself has no token, and is no failure', () => {
    expect(read('#credentialSecret=s&purpose=login')).toEqual({ popup: false, elsewhere: true })
  })

  it('names the client that gets the credential, or the failure', () => {
    expect(read('#handOver=popup&credentialToken=t&credentialSecret=s&origins=https%3A%2F%2Fa.example+nonsense')).toEqual({
      popup: false,
      receiver: { style: 'popup', origins: ['https://a.example'] },
      handedOver: CREDENTIAL,
    })
    expect(read('#handOver=redirect&credentialToken=t&error=denied&redirectUrl=https%3A%2F%2Fpins.example%2Fapp')).toEqual({
      popup: false,
      receiver: { style: 'redirect', address: 'https://pins.example/app' },
      handedOver: { credentialToken: 't', error: 'denied' },
    })
  })

  it.each(['https://elsewhere.example/', 'javascript:alert(1)', '//elsewhere.example', ''])(
    'sends nobody on to another site, whoever has written the link: %s',
    address => {
      const link = `#handOver=redirect&credentialToken=t&credentialSecret=s&redirectUrl=${encodeURIComponent(address)}`
      expect(read(link)).toEqual({ popup: false, failure: 'bad-return' })
    },
  )
})
