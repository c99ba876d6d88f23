import { expect, it } from 'vitest'
import { Consent, type Wishes } from './consent.ts'

function consentOf(wishes: Wishes) {
  const kept = new Map<string, string>()
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
  return { consent: new Consent(storage, wishes), again: (later: Wishes) => new Consent(storage, later) }
}

it('counts until a no where the browser asks for nothing, and only after a yes where it asks for privacy', () => {
  for (const wishes of [{}, { globalPrivacyControl: false, doNotTrack: null }, { doNotTrack: '0' }]) {
    const { consent } = consentOf(wishes)
    expect(consent.given).toBe(true)
    consent.choose('no')
    expect(consent.given).toBe(false)
  }
  for (const wishes of [{ globalPrivacyControl: true }, { doNotTrack: '1' }]) {
    const { consent } = consentOf(wishes)
    expect(consent.given).toBe(false)
    consent.choose('yes')
    expect(consent.given).toBe(true)
  }
})

it('remembers the choice, and tells those who listen', () => {
  const { consent, again } = consentOf({})
  const heard: boolean[] = []
  const end = consent.listen(() => heard.push(consent.given))
  consent.choose('no')
  consent.choose('yes')
  end()
  consent.choose('no')
  expect(heard).toEqual([false, true])
  expect(again({}).given).toBe(false)
})
