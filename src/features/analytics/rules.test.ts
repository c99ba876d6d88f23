import { expect, it } from 'vitest'
import { trackedProperties } from './rules.ts'

const app = { version: '1.2.3', platform: 'Web', admins: ['ada'] } as const

it('names the mission’s properties exactly', () => {
  expect(trackedProperties({ userId: 'u1', username: 'ada' }, app, 'Boards')).toEqual({
    'Is Admin': true,
    'My Username': 'ada',
    'User ID': 'u1',
    Username: 'ada',
    'App Version': '1.2.3',
    'App Platform': 'Web',
    'Page Name': 'Boards',
  })
})

it('finds administrators by the public list alone, and has no name for a visitor', () => {
  expect(trackedProperties({ userId: 'u2', username: 'Ada' }, app, '')).toMatchObject({ 'Is Admin': false, Username: 'Ada' })
  expect(trackedProperties({ userId: 'u3', username: null }, app, '')).toMatchObject({ 'Is Admin': false, 'User ID': 'u3', Username: null })
  expect(trackedProperties(null, { ...app, platform: 'Mobile' }, '')).toMatchObject({
    'Is Admin': false,
    'My Username': null,
    'User ID': null,
    Username: null,
    'App Platform': 'Mobile',
  })
})
