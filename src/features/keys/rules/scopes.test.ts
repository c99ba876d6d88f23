import { expect, it } from 'vitest'
import { isWithinLimits } from './scopes.ts'

const ofEvent = { eventId: 'e', venueId: null }
const ofVenue = { eventId: null, venueId: 'v' }

it('a key for one event acts on that event, and on nothing that only mentions it', () => {
  expect(isWithinLimits(ofEvent, 'director of the event', { eventId: 'e' })).toBe(true)
  expect(isWithinLimits(ofEvent, 'director of the event', { eventId: 'other' })).toBe(false)
  expect(isWithinLimits(ofEvent, 'who runs the season', { seriesId: 's', eventId: 'e' })).toBe(false)
  expect(isWithinLimits(ofEvent, 'owner or moderators', { scoreId: 's' })).toBe(false)
})

it('a key for one venue acts there, and on no event that takes place there', () => {
  expect(isWithinLimits(ofVenue, 'manager of the venue', { venueId: 'v' })).toBe(true)
  expect(isWithinLimits(ofVenue, 'manager of the venue', { venueId: 'other' })).toBe(false)
  expect(isWithinLimits(ofVenue, 'director of the event', { eventId: 'e', venueId: 'v' })).toBe(false)
  expect(isWithinLimits(ofVenue, 'event directors, or who runs the group', { venueId: 'v' })).toBe(false)
})

it('a key that is for nothing alone has no limits', () => {
  expect(isWithinLimits({ eventId: null, venueId: null }, 'administrators', {})).toBe(true)
})
