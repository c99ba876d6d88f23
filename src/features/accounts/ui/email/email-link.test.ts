import { describe, expect, it } from 'vitest'
import { type AddressBar, PendingLink, readLink } from './email-link.ts'

describe('the fragment of an address', () => {
  it('is parsed as a link with its kind and complete token, with or without the slash', () => {
    for (const kind of ['reset-password', 'verify-email', 'enroll-account']) {
      expect(readLink(`#/${kind}/abc_-123`)).toEqual({ kind, token: 'abc_-123' })
      expect(readLink(`#${kind}/a/b#c`)).toEqual({ kind, token: 'a/b#c' })
    }
  })

  it('is not a link if it is anything else', () => {
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
function createAddressBar(href: string) {
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

describe('the link of an e-mail', () => {
  it('is removed from the URL at once, while path and query stay', () => {
    const { made, href } = createAddressBar('/machines?q=taxi#/reset-password/T')
    const link = new PendingLink(made)
    expect(link.current).toEqual({ kind: 'reset-password', token: 'T' })
    expect(href()).toBe('/machines?q=taxi')
  })

  it('is also read when it is opened in a page that is open already, and listeners are notified', () => {
    const { made, href, go } = createAddressBar('/')
    const link = new PendingLink(made)
    let notifications = 0
    link.listen(() => {
      notifications++
    })
    expect(link.current).toBeNull()
    go('#verify-email/T', 'popstate', 'hashchange')
    expect(link.current).toEqual({ kind: 'verify-email', token: 'T' })
    expect(href()).toBe('/')
    expect(notifications).toBe(1)
    go('#enroll-account/U', 'popstate', 'hashchange')
    expect(link.current).toEqual({ kind: 'enroll-account', token: 'U' })
  })

  it('stays while the user navigates within the page, and ends with the page or when it was handled', () => {
    const { made, go } = createAddressBar('/#/reset-password/T')
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
