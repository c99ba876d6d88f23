import { describe, expect, it } from 'vitest'
import { sockjsPage, upgradeRoute } from './paths.ts'

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
    ['/sockjs/infos', null],
    ['/', null],
  ])('T2: %s is answered with %s', (path, page) => {
    expect(sockjsPage(path, '')).toBe(page)
    expect(sockjsPage(`/app${path}`, '/app')).toBe(page)
  })
})
