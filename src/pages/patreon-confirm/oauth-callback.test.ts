import { describe, expect, it } from 'vitest'
import { parseCallback } from './oauth-callback.ts'

const getError = (search: string): string => {
  const callback = parseCallback(search)
  if (!('refused' in callback)) throw new Error('It was taken')
  return callback.refused
}

describe('the parameters of the provider’s redirect', () => {
  it('contain an unchanged code and state', () => {
    expect(parseCallback('?code=a%2Bb&state=c-_d&utm=x')).toEqual({ code: 'a+b', state: 'c-_d' })
  })

  it.each([
    ['?error=access_denied&state=x', 'You didn’t allow the link'],
    ['?error=access_denied&code=a&state=x', 'You didn’t allow the link'],
    ['?error=temporarily_unavailable', 'Wait a few minutes, then start again.'],
    ['?error=server_error', 'Wait a few minutes, then start again.'],
    ['?error=invalid_scope', 'Please tell the people who run this site.'],
    ['?error=invalid_request', 'Please tell the people who run this site.'],
    ['?error=unauthorized_client', 'Please tell the people who run this site.'],
    ['?error=unsupported_response_type', 'Please tell the people who run this site.'],
    ['?error=%3Cimg%20src%3Dx%3E', 'Start again.'],
    ['?error=__proto__', 'Start again.'],
    ['?error=', 'Start again.'],
    ['', 'Start on the previous page.'],
    ['?code=&state=', 'Start on the previous page.'],
    ['?code=a', 'Start again.'],
    ['?state=a', 'Start again.'],
    [`?code=${'x'.repeat(501)}&state=a`, 'Start again.'],
    [`?code=a&state=${'x'.repeat(201)}`, 'Start again.'],
  ])('%s gives a sentence that says what to do', (search, expected) => {
    expect(getError(search)).toContain(expected)
    expect(getError(search)).toContain('Nothing was linked.')
    expect(getError(search)).not.toContain('<')
  })
})
