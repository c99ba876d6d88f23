import { expect, it } from 'vitest'
import { setActiveLocale } from '#platform/ui/format/locale.ts'
import { roleName } from './role-name.ts'

it('calls the roles of the site and of groups by words of the reader’s language, and others as they were named', () => {
  setActiveLocale('en')
  expect(['admin', 'moderator', 'machine-editor', 'event-director', 'owner'].map(roleName)).toEqual([
    'Administrator',
    'Moderator',
    'Machine editor',
    'Event director',
    'Owner',
  ])
  expect(['club-committee', 'constructor', ''].map(roleName)).toEqual(['club-committee', 'constructor', ''])
  setActiveLocale('de')
  expect(roleName('event-director')).toBe('Turnierleitung')
  setActiveLocale('en')
})
