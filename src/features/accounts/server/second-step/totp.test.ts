import { Secret, URI } from 'otpauth'
import { expect, it } from 'vitest'
import { hashRecoveryCode, newRecoveryCodes, newTotpSecret, totpAddress, totpStep } from './totp.ts'

/** The secret of RFC 6238, appendix B, and its values for SHA-1, of which apps show the last six digits. */
const RFC_SECRET = Secret.fromUTF8('12345678901234567890').base32
const RFC_VALUES: [seconds: number, value: string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
]

it.each(RFC_VALUES)('knows the code of RFC 6238 for second %i', (seconds, value) => {
  expect(totpStep(RFC_SECRET, value.slice(-6), seconds * 1000)).toBe(Math.floor(seconds / 30))
})

it('accepts a code one period early or late, and no earlier or later one', () => {
  const code = '287082'
  const steps = [-60, -30, 0, 30, 60].map(seconds => totpStep(RFC_SECRET, code, (59 + seconds) * 1000))
  expect(steps).toEqual([null, 1, 1, 1, null].map((step, i) => (i === 0 ? null : step)))
})

it('takes the digits of any script, in recovery codes too', () => {
  for (const code of ['٢٨٧٠٨٢', '۲۸۷۰۸۲', '２８７０８２']) expect([code, totpStep(RFC_SECRET, code, 59_000)]).toEqual([code, 1])
  expect(hashRecoveryCode('٧k٣m-٢２22')).toBe(hashRecoveryCode('7k3m-2222'))
})

it('ignores spaces in a code, and refuses what is not six digits', () => {
  expect(totpStep(RFC_SECRET, ' 287 082 ', 59_000)).toBe(1)
  for (const code of ['', '28708', '2870820', '94287082', 'abcdef', '-87082'])
    expect([code, totpStep(RFC_SECRET, code, 59_000)]).toEqual([code, null])
})

it('makes secrets of 160 bits, and addresses that name the site and the user', () => {
  const secret = newTotpSecret()
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
  expect(secret).not.toBe(newTotpSecret())
  const address = new URL(totpAddress(secret, { issuer: 'scores.example', label: 'Ann & Bo' }))
  expect(decodeURIComponent(address.pathname)).toContain('scores.example:Ann & Bo')
  expect([address.protocol, address.searchParams.get('secret'), address.searchParams.get('issuer')]).toEqual([
    'otpauth:',
    secret,
    'scores.example',
  ])
})

it('makes ten recovery codes that differ, and knows them however they are typed', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^[0-9a-hj-km-np-tv-z]{4}(-[0-9a-hj-km-np-tv-z]{4}){3}$/)
    const typed = ` ${code.toUpperCase().replace(/-/g, ' ').replace(/0/g, 'O').replace(/1/g, 'l')} `
    expect(hashRecoveryCode(typed)).toBe(hashRecoveryCode(code))
  }
})

it('names issuer and user without a colon, which would be taken for the end of the issuer', () => {
  const secret = newTotpSecret()
  for (const [issuer, shown] of [
    ['Flipper: Der Club', 'Flipper Der Club'],
    ['10:30', '10 30'],
    [':', ''],
    ['فليبر: نادي', 'فليبر نادي'],
  ] as const) {
    const text = totpAddress(secret, { issuer, label: 'Ann:Bo' })
    const address = new URL(text)
    const path = decodeURIComponent(address.pathname)
    expect([issuer, path, address.searchParams.get('issuer') ?? '']).toEqual([issuer, shown === '' ? '/Ann Bo' : `/${shown}:Ann Bo`, shown])
    expect(URI.parse(text)).toMatchObject({ issuer: shown, label: 'Ann Bo' })
  }
})
