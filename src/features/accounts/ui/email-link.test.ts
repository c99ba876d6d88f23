import { describe, expect, it } from 'vitest'
import { type AddressBar, PendingLink, readLink } from './email-link.ts'

describe('the fragment of an address', () => {
  it('is a link with its kind and its whole token, with or without the slash', () => {
    for (const kind of ['reset-password', 'verify-email', 'enroll-account']) {
      expect(readLink(`#/${kind}/abc_-123`)).toEqual({ kind, token: 'abc_-123' })
      expect(readLink(`#${kind}/a/b#c`)).toEqual({ kind, token: 'a/b#c' })
    }
  })

  it('is none when it is anything else', () => {
    for (const hash of [
      '',
      '#',
      '#main',
      '#/reset-password/',
      '#/reset-password',
      '#//reset-password/T',
      '#/other/T',
      '#x/reset-password/T',
    ])
      expect(readLink(hash), hash).toBeNull()
  })
})

/** An address bar whose address the test can change. */
function bar(href: string) {
  const listeners = { popstate: [] as (() => void)[], hashchange: [] as (() => void)[] }
  let url = new URL(href, 'http://site.example')
  const made: AddressBar = {
    get location() {
      return url
    },
    history: {
      state: { kept: true },
      replaceState(state, _, to) {
        expect(state).toEqual({ kept: true })
        url = new URL(to, url)
      },
    },
    addEventListener: (type, listener) => void listeners[type].push(listener),
  }
  return {
    made,
    href: () => url.pathname + url.search + url.hash,
    go(to: string, ...events: ('popstate' | 'hashchange')[]) {
      url = new URL(to, url)
      for (const event of events) for (const listener of listeners[event]) listener()
    },
  }
}

describe('the link of a mail', () => {
  it('is taken from the address at once, which keeps its page and its query', () => {
    const { made, href } = bar('/machines?q=taxi#/reset-password/T')
    const link = new PendingLink(made)
    expect(link.current).toEqual({ kind: 'reset-password', token: 'T' })
    expect(href()).toBe('/machines?q=taxi')
  })

  it('is taken also when it comes to a page that is open already, and tells so', () => {
    const { made, href, go } = bar('/')
    const link = new PendingLink(made)
    let heard = 0
    link.listen(() => {
      heard++
    })
    expect(link.current).toBeNull()
    go('#verify-email/T', 'popstate', 'hashchange')
    expect(link.current).toEqual({ kind: 'verify-email', token: 'T' })
    expect(href()).toBe('/')
    expect(heard).toBe(1)
    go('#enroll-account/U', 'popstate', 'hashchange')
    expect(link.current).toEqual({ kind: 'enroll-account', token: 'U' })
  })

  it('stays while one moves about the page, and goes with the page or when it is done', () => {
    const { made, go } = bar('/#/reset-password/T')
    const link = new PendingLink(made)
    go('#main', 'popstate', 'hashchange')
    expect(link.current).not.toBeNull()
    go('/machines', 'popstate')
    expect(link.current).toBeNull()
    go('#/reset-password/U', 'hashchange')
    link.done()
    expect(link.current).toBeNull()
  })
})
