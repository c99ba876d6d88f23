import { expect, it } from 'vitest'
import { Consent, type PrivacySettings } from './consent.ts'

function openConsent(settings: PrivacySettings) {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  return { stored, consent: new Consent(storage, settings), again: (later: PrivacySettings) => new Consent(storage, later) }
}

it('allows counting until it is refused, but if the browser asks for privacy, only after consent', () => {
  for (const settings of [{}, { globalPrivacyControl: false, doNotTrack: null }, { doNotTrack: '0' }]) {
    const { consent } = openConsent(settings)
    expect(consent.given).toBe(true)
    consent.choose('no')
    expect(consent.given).toBe(false)
  }
  for (const settings of [{ globalPrivacyControl: true }, { doNotTrack: '1' }]) {
    const { consent } = openConsent(settings)
    expect(consent.given).toBe(false)
    consent.choose('yes')
    expect(consent.given).toBe(true)
  }
})

it('stores the choice and notifies listeners', () => {
  const { consent, again: reopen } = openConsent({})
  const received: boolean[] = []
  const end = consent.listen(() => received.push(consent.given))
  consent.choose('no')
  consent.choose('yes')
  end()
  consent.choose('no')
  expect(received).toEqual([false, true])
  expect(reopen({}).given).toBe(false)
})

it('notifies listeners when another tab has stored a choice or has cleared the storage, and of no other key', () => {
  const { consent, stored } = openConsent({})
  const received: boolean[] = []
  consent.listen(() => received.push(consent.given))
  stored.set('skillshot analytics', 'no')
  consent.onStorage({ key: 'skillshot analytics' })
  consent.onStorage({ key: 'skillshot visitor' })
  stored.clear()
  consent.onStorage({ key: null })
  expect(received).toEqual([false, true])
})
