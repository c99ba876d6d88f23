import { expect, it } from 'vitest'
import { DdpError } from '../../../../ddp/wire/error.ts'
import { codedError } from '../../../../platform/live/error-code.ts'
import { classifySubmitError, pictureIsGone, type SubmitStage } from './classify-error.ts'

const words = (error: unknown, stage: SubmitStage = 'score'): string => {
  const { event, verdict, stop } = classifySubmitError(error, stage)
  return [event, verdict.about, verdict.reason, stop && 'stop'].filter(Boolean).join(' · ')
}

it('what passes by itself makes a score wait', () => {
  expect(words(new DdpError('invocation-failed'))).toBe('defer · stop')
  expect(words(new DdpError(401, 'Please sign in first.'))).toBe('defer · stop')
  expect(words(new DdpError('too-many-requests'))).toBe('defer · That was a bit fast for the server. · stop')
  expect(words(new DdpError(500, 'Internal server error'))).toBe('defer · The server cannot take it just now.')
  for (const code of [' - 0', 'Service Unavailable - 503', 'Request Timeout - 408', 'Too Many Requests - 429'])
    expect(words(new DdpError(code), 'picture'), code).toBe('defer · The photo does not get through yet.')
})

it('what does not pass refuses it, in the words of whoever refused', () => {
  expect(words(new DdpError(404, 'There is no such machine.'))).toBe('refuse · There is no such machine.')
  expect(words(codedError(409, 'This id was used for another score.', 'id-used'))).toContain(
    'refuse · id · It has reached the board before',
  )
  expect(words(new DdpError(400, 'value must be a number.', [{ path: 'value', message: 'must be a number' }]))).toBe(
    'refuse · value must be a number.',
  )
  expect(words(new Error('oops'))).toBe('refuse · Something went wrong. Please try again.')
})

it('what an event does not take is told in its own words: mended, the score can go without it', () => {
  for (const words409 of ['This event is not live.', 'No attempt is left on this machine.', 'This machine is out of order.'])
    expect(words(new DdpError(409, words409))).toBe(`refuse · ${words409}`)
})

it('a clock that is ahead is told in words that help', () => {
  const error = new DdpError(400, 'achievedAt must not lie in the future.', [{ path: 'achievedAt', message: 'must not lie in the future' }])
  expect(words(error)).toContain('clock is ahead')
})

it('a picture that is refused is told apart, since the score can go without it', () => {
  expect(words(new DdpError('Upload denied', 'File exceeds allowed size of 2 MB'), 'picture')).toBe(
    'refuse · picture · File exceeds allowed size of 2 MB',
  )
  expect(words(new DdpError('Forbidden - 403', 'Failed to upload file to cloud storage: Forbidden - 403'), 'picture')).toBe(
    'refuse · picture · Failed to upload file to cloud storage: Forbidden - 403',
  )
  const gone = codedError(404, 'There is no such picture.', 'picture-gone')
  expect([pictureIsGone(gone), pictureIsGone(new DdpError(404, 'There is no such machine.'))]).toEqual([true, false])
  expect(words(gone)).toBe('refuse · picture · There is no such picture.')
})

it('a picture that the player stopped takes the score back into the form', () => {
  expect(words(new DdpError('Aborted', 'The upload has been aborted by the user'), 'picture')).toBe('mend')
})
