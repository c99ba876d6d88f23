import { expect, it } from 'vitest'
import { EVENT_ACTIONS } from '../../contract/documents.ts'
import { logEntryLabel } from './log-labels.ts'

const clock = (at: Date): string => at.toISOString().slice(11, 16)

it('every action in the log has a sentence of its own', () => {
  const sentences = EVENT_ACTIONS.map(action => logEntryLabel({ action, what: 'Mo' }, clock))
  for (const sentence of sentences) expect(sentence).toMatch(/^[a-z].*[^.]\.$/)
  expect(new Set(sentences).size).toBe(EVENT_ACTIONS.length)
})

it('times are shown in the user’s time zone, and a sentence has only one full stop', () => {
  const what = 'Taxi from 2026-11-21T20:10:00.000Z to 2026-11-21T20:25:00.000Z: broken!'
  expect(logEntryLabel({ action: 'voided', what }, clock)).toBe('took out of the standings: Taxi from 20:10 to 20:25: broken!')
})
