import { describe, expect, it } from 'vitest'
import { PendingInvitation } from './pending-invitation.ts'

const TOKEN = 'a'.repeat(43)

/** A browser tab; `storage` null: the browser forbids it. */
function tab(address: string, storage: Map<string, string> | null = new Map()) {
  const url = new URL(address, 'http://site.example')
  const listeners: (() => void)[] = []
  const shown: string[] = []
  return {
    storage,
    shown,
    go(hash: string) {
      url.hash = hash
      for (const listener of listeners) listener()
    },
    window: {
      location: url,
      history: {
        state: { page: 1 },
        replaceState(state: unknown, _: string, next: string) {
          expect(state).toEqual({ page: 1 })
          shown.push(next)
          url.href = new URL(next, url).href
        },
      },
      get sessionStorage() {
        if (storage === null) throw new Error('SecurityError')
        return {
          getItem: (key: string) => storage.get(key) ?? null,
          setItem: (key: string, value: string) => void storage.set(key, value),
          removeItem: (key: string) => void storage.delete(key),
        }
      },
      addEventListener: (_: 'hashchange', listener: () => void) => void listeners.push(listener),
    },
  }
}

describe('the invitation that a tab was opened with', () => {
  it('is read from the fragment, removed from the URL, and survives a reload', () => {
    const first = tab(`/sign-up?next=%2Fgroups#/invitation/${TOKEN}`)
    expect(new PendingInvitation(first.window).token).toBe(TOKEN)
    expect(first.shown).toEqual(['/sign-up?next=%2Fgroups'])
    const reloaded = new PendingInvitation(tab('/sign-up', first.storage).window)
    expect(reloaded.token).toBe(TOKEN)
    reloaded.drop()
    expect(reloaded.token).toBe(null)
    expect(new PendingInvitation(tab('/sign-up', first.storage).window).token).toBe(null)
  })

  it('is replaced by one from a link that is opened later in the same page, and listeners are notified', () => {
    const page = tab(`/sign-up#/invitation/${TOKEN}`)
    const pending = new PendingInvitation(page.window)
    const received: (string | null)[] = []
    pending.listen(() => received.push(pending.token))
    page.go('#/invitation/other')
    pending.drop()
    pending.drop()
    expect(received).toEqual(['other', null])
  })

  it('stays in memory where the browser forbids storage', () => {
    const pending = new PendingInvitation(tab(`/sign-up#/invitation/${TOKEN}`, null).window)
    expect(pending.token).toBe(TOKEN)
    pending.drop()
    expect(pending.token).toBe(null)
  })

  it('is absent if the fragment is of another kind', () => {
    for (const hash of ['', '#main', '#/reset-password/x', '#/invitation/', '#/invitation/a b', `#/invitation/${'a'.repeat(101)}`]) {
      const page = tab(`/sign-up${hash}`)
      expect(new PendingInvitation(page.window).token, hash).toBe(null)
      expect(page.shown).toEqual([])
    }
  })
})
