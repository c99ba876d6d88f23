import { expect, it } from 'vitest'
import { DdpError } from '#ddp/wire/error.ts'
import { defineError } from '#platform/live/call-errors.ts'
import { StorageError } from '#uploads/ui/storage-error.ts'
import { classifySubmitError, pictureIsGone, type SubmitStage } from './classify-error.ts'

const describeError = (error: unknown, stage: SubmitStage = 'score'): string => {
  const { event, outcome, stop } = classifySubmitError(error, stage)
  return [event, outcome.about, outcome.reason, stop && 'stop'].filter(Boolean).join(' · ')
}

it('a temporary error makes a score wait', () => {
  expect(describeError(new DdpError('invocation-failed'))).toBe('defer · stop')
  expect(describeError(new DdpError(401, 'Please sign in first.'))).toBe('defer · stop')
  expect(describeError(new DdpError('too-many-requests'))).toBe('defer · That was a bit fast for the server. · stop')
  expect(describeError(new DdpError(500, 'Internal server error'))).toBe('defer · The server is busy right now.')
  expect(describeError(defineError(500, 'read-only', 'No room')())).toBe('defer · Scores can’t be saved right now.')
  for (const status of [0, 503, 408, 429])
    expect(describeError(new StorageError({ status, statusText: '' }), 'picture'), String(status)).toBe(
      'defer · The photo hasn’t been sent yet.',
    )
})

it("a permanent error refuses the score, with the server's reason", () => {
  expect(describeError(new DdpError(404, 'There is no such machine.'))).toBe('refuse · There is no such machine.')
  expect(describeError(defineError(409, 'id-used', 'This id was used for another score.')())).toContain(
    'refuse · id · This score was already posted',
  )
  expect(describeError(new DdpError(400, 'value must be a number.', [{ path: 'value', message: 'must be a number' }]))).toBe(
    'refuse · value must be a number.',
  )
  expect(describeError(new Error('oops'))).toBe('refuse · Something went wrong. Please try again.')
})

it("an event's refusal is shown with its reason, so that the score can be edited and sent without the event", () => {
  for (const words409 of ['This event is not live.', 'No attempt is left on this machine.', 'This machine is out of order.'])
    expect(describeError(new DdpError(409, words409))).toBe(`refuse · ${words409}`)
})

it('a device clock that is ahead is explained to the player', () => {
  const error = new DdpError(400, 'achievedAt must not lie in the future.', [{ path: 'achievedAt', message: 'must not lie in the future' }])
  expect(describeError(error)).toContain('clock is ahead')
})

it('a refused picture is marked as such, because the score can be sent without it', () => {
  expect(describeError(new DdpError('Upload denied', 'File exceeds allowed size of 2 MB'), 'picture')).toBe(
    'refuse · picture · File exceeds allowed size of 2 MB',
  )
  expect(describeError(new StorageError({ status: 403, statusText: 'Forbidden' }), 'picture')).toBe(
    'refuse · picture · The photo was refused by the storage of this site. Another one may work.',
  )
  const pictureGone = defineError(404, 'picture-gone', 'There is no such picture.')()
  expect([pictureIsGone(pictureGone), pictureIsGone(new DdpError(404, 'There is no such machine.'))]).toEqual([true, false])
  expect(describeError(pictureGone)).toBe('refuse · picture · There is no such picture.')
})

it("cancelling the picture's upload takes the score back into the form", () => {
  expect(describeError(new DdpError('Aborted', 'The upload has been aborted by the user'), 'picture')).toBe('edit')
})
