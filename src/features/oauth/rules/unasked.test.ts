import { expect, it } from 'vitest'
import { type AskingRequest, mayGoOnUnasked } from './unasked.ts'

const PUBLIC = { hashedSecret: null }
const CONFIDENTIAL = { hashedSecret: 'x' }
const request = (params: AskingRequest['params'] = {}, reasons = ['no_session', 'unconfirmed'], name = 'login'): AskingRequest => ({
  params: { redirect_uri: 'https://league.example/back', ...params },
  prompt: { name, reasons },
})

it('lets a request go on that asks only who somebody is', () => {
  for (const application of [PUBLIC, CONFIDENTIAL]) expect(mayGoOnUnasked(request(), application)).toBe(true)
})

it('asks where the application or the provider wants more', () => {
  expect(mayGoOnUnasked(request({ prompt: 'consent' }), CONFIDENTIAL)).toBe(false)
  expect(mayGoOnUnasked(request({}, ['no_session', 'max_age']), CONFIDENTIAL)).toBe(false)
  expect(mayGoOnUnasked(request({}, ['op_scopes_missing'], 'consent'), CONFIDENTIAL)).toBe(false)
  expect(mayGoOnUnasked({ params: {} }, CONFIDENTIAL)).toBe(false)
})

it('asks a program on somebody’s own machine that has no secret', () => {
  const local = request({ redirect_uri: 'http://localhost:3000/back' })
  expect(mayGoOnUnasked(local, PUBLIC)).toBe(false)
  expect(mayGoOnUnasked(local, CONFIDENTIAL)).toBe(true)
})
