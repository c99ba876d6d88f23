import { describe, expect, it } from 'vitest'
import { sockjsRoute, upgradeRoute } from './upgrade-path.ts'

describe('paths', () => {
  it.each(['/websocket', '/websocket/', '/websocket?a=1', '/websocket/?a=/b', '/sockjs/websocket', '/sockjs/websocket/'])(
    'T1: %s is a plain WebSocket',
    path => {
      expect(upgradeRoute(path, '')).toEqual({ transport: 'ws' })
      expect(upgradeRoute(`/app${path}`, '/app')).toEqual({ transport: 'ws' })
    },
  )

  it.each(['/sockjs/000/abcd1234/websocket', '/sockjs/a/b/websocket/', '/sockjs/7/x/websocket?t=1'])('T3: %s is framed', path => {
    expect(upgradeRoute(path, '')).toEqual({ transport: 'sockjs' })
    expect(upgradeRoute(`/app${path}`, '/app')).toEqual({ transport: 'sockjs' })
  })

  it.each([
    '/',
    '',
    '/web',
    '/websocket2',
    '/websocket//',
    '/x/websocket',
    '/sockjs',
    '/sockjs/a/websocket',
    '/sockjs/a/b/c/websocket',
    '/sockjs/a.b/c/websocket',
    '/sockjs//b/websocket',
    '/sockjs/a/b/xhr',
    '/?/websocket',
  ])('T4: %s is none', path => expect(upgradeRoute(path, '')).toBe(null))

  it('T4: a path outside the prefix is none', () => {
    expect(upgradeRoute('/websocket', '/app')).toBe(null)
    expect(upgradeRoute('/application/websocket', '/app')).toBe(null)
  })

  it.each([
    ['/sockjs/info', 'info'],
    ['/sockjs/info?t=1', 'info'],
    ['/sockjs', 'welcome'],
    ['/sockjs/', 'welcome'],
  ])('T2: %s is answered with %s', (path, page) => {
    expect(sockjsRoute(path, '')).toEqual({ page })
    expect(sockjsRoute(`/app${path}`, '/app')).toEqual({ page })
  })

  it.each([
    ['/sockjs/000/abcd1234/xhr', 'xhr', 'abcd1234'],
    ['/sockjs/7/x/xhr_send?t=1', 'xhr_send', 'x'],
    ['/sockjs/7/x/xhr_streaming/', 'xhr_streaming', 'x'],
  ])('T10: %s is polled by %s', (path, transport, session) => {
    expect(sockjsRoute(path, '')).toEqual({ page: 'polling', transport, session })
    expect(sockjsRoute(`/app${path}`, '/app')).toEqual({ page: 'polling', transport, session })
  })

  it.each([
    '/sockjs/infos',
    '/sockjs/iframe.html',
    '/sockjs/iframe-0.3.4.html',
    '/sockjs/websocket',
    '/sockjs/a/b/websocket',
    '/sockjs/a/b/jsonp',
    '/sockjs/a/b/jsonp_send',
    '/sockjs/a/b/eventsource',
    '/sockjs/a/b/htmlfile',
    '/sockjs/a/b/c/xhr',
    '/sockjs/a.b/c/xhr',
    '/sockjs/a/b.c/xhr',
    '/sockjs//b/xhr',
    '/sockjs/a/b/xhr//',
  ])('T18: %s is not offered', path => expect(sockjsRoute(path, '')).toEqual({ page: 'none' }))

  it.each(['/', '/sockjsx', '/websocket', '/x/sockjs/info'])('T18: %s is for somebody else', path =>
    expect(sockjsRoute(path, '')).toBe(null),
  )
})
