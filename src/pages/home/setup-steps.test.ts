import { expect, test } from 'vitest'
import { setupSteps } from './setup-steps.ts'

const done = (setup: Parameters<typeof setupSteps>[0]): string[] =>
  setupSteps(setup)
    .filter(step => step.done)
    .map(({ name }) => name)

test('nothing of a bare site is set up, and the only account is the administrator’s own', () => {
  expect(done({ machines: 0, events: 0, accounts: 1, sendsMail: false, reach: null })).toEqual([])
})

test('each step is ticked when it is done, and the first score is always still to come', () => {
  expect(done({ machines: 251, events: 0, accounts: 1, sendsMail: false, reach: null })).toEqual(['machines'])
  expect(done({ machines: 251, events: 1, accounts: 2, sendsMail: true, reach: null })).toEqual(['machines', 'mail', 'accounts', 'event'])
})
