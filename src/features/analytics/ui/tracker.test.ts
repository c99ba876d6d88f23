import { expect, it } from 'vitest'
import { manualClock } from '../../../ddp/timing/manual-clock.ts'
import type { Properties } from '../rules.ts'
import { Tracker } from './tracker.ts'

type Said = [word: string, ...what: unknown[]]

/** A visit by a browser, and the reports that the service receives. */
class Visit {
  readonly clock = manualClock()
  readonly said: Said[] = []
  readonly names = new Map<string, string>()
  readonly listeners = new Set<() => void>()
  at = { title: 'Home', path: '/', href: '/' }
  state: { userId: string | null } = { userId: null }
  expected: string | null = null
  email: () => Promise<string | null> = async () => 'ada@bar.example'
  tracker!: Tracker

  open(): this {
    const note = async (...said: Said): Promise<void> => void this.said.push(said)
    const who = (given: Properties) => given.Username
    const listen = (listener: () => void) => {
      this.listeners.add(listener)
      return () => void this.listeners.delete(listener)
    }
    const visit = this
    this.tracker = new Tracker({
      clock: this.clock,
      app: { version: '1', platform: 'Web', admins: [] },
      collector: {
        page: (page, properties) => note('page', page.title, page.path, who(properties)),
        identify: (userId, traits) => note('identify', userId, traits.email, who(traits)),
        track: (event, properties) => note('track', event, who(properties)),
        forget: () => note('forget'),
      },
      session: {
        get state() {
          return visit.state
        },
        get expected() {
          return visit.state.userId ?? visit.expected
        },
        listen,
      },
      username: userId => this.names.get(userId),
      onNames: listen,
      email: () => this.email(),
      page: () => this.at,
    })
    return this
  }

  tell(): void {
    for (const listener of [...this.listeners]) listener()
  }

  become(userId: string | null, name?: string): void {
    this.state = { userId }
    this.expected = null
    if (userId !== null && name !== undefined) this.names.set(userId, name)
    this.tell()
  }

  goTo(title: string, href: string, how: 'on' | 'back' = 'on'): void {
    this.at = { title, path: href.split('?')[0]!, href }
    this.tracker.arrived(how)
  }

  /** Returns the reports since the last call, after all pending ones have arrived. */
  async heard(): Promise<Said[]> {
    await new Promise(setImmediate)
    return this.said.splice(0)
  }
}

it('tells of a page after 0 ms, and after 50 ms when it was gone back to', async () => {
  const visit = new Visit().open()
  expect(await visit.heard()).toEqual([])
  visit.clock.advance(0)
  expect(await visit.heard()).toEqual([['page', 'Home', '/', null]])
  visit.goTo('Machines', '/machines?text=a')
  visit.clock.advance(0)
  expect(await visit.heard()).toEqual([['page', 'Machines', '/machines', null]])
  visit.goTo('Home', '/', 'back')
  visit.clock.advance(49)
  expect(await visit.heard()).toEqual([])
  visit.clock.advance(1)
  expect(await visit.heard()).toEqual([['page', 'Home', '/', null]])
})

it('tells once of a page that is shown again at the same address, and not of one that is left at once', async () => {
  const visit = new Visit().open()
  visit.clock.advance(0)
  await visit.heard()
  visit.goTo('Home', '/')
  visit.goTo('Machines', '/machines', 'back')
  visit.goTo('Events', '/events')
  visit.clock.advance(50)
  expect(await visit.heard()).toEqual([['page', 'Events', '/events', null]])
})

it('identifies who comes back by a token, without a sign-in, and waits with the page until it knows the name', async () => {
  const visit = new Visit()
  visit.expected = 'u1'
  visit.open()
  visit.clock.advance(0)
  expect(await visit.heard()).toEqual([])
  visit.become('u1')
  expect(await visit.heard()).toEqual([])
  visit.names.set('u1', 'ada')
  visit.tell()
  expect(await visit.heard()).toEqual([
    ['identify', 'u1', 'ada@bar.example', 'ada'],
    ['page', 'Home', '/', 'ada'],
  ])
})

it('says the same of who is back before it began', async () => {
  const visit = new Visit()
  visit.become('u1', 'ada')
  visit.open()
  visit.clock.advance(0)
  expect(await visit.heard()).toEqual([
    ['identify', 'u1', 'ada@bar.example', 'ada'],
    ['page', 'Home', '/', 'ada'],
  ])
})

it('tells of a sign-in, and of a sign-out with the name of who left, and forgets him', async () => {
  const visit = new Visit().open()
  visit.become('u1', 'ada')
  expect(await visit.heard()).toEqual([
    ['identify', 'u1', 'ada@bar.example', 'ada'],
    ['track', 'Signed in', 'ada'],
  ])
  visit.become(null)
  expect(await visit.heard()).toEqual([['track', 'Signed out', 'ada'], ['forget']])
  visit.become('u1', 'ada')
  expect(await visit.heard()).toContainEqual(['track', 'Signed in', 'ada'])
})

it('takes a sign-in for one after a token that was refused', async () => {
  const visit = new Visit()
  visit.expected = 'u1'
  visit.open()
  visit.become(null)
  expect(await visit.heard()).toEqual([])
  visit.become('u1', 'ada')
  expect(await visit.heard()).toEqual([
    ['identify', 'u1', 'ada@bar.example', 'ada'],
    ['track', 'Signed in', 'ada'],
  ])
})

it('identifies without an address where that cannot be had', async () => {
  const visit = new Visit().open()
  visit.email = () => Promise.reject(new Error('no line'))
  visit.become('u1', 'ada')
  expect((await visit.heard())[0]).toEqual(['identify', 'u1', null, 'ada'])
})

it('says nothing more once it has ended, and forgets who looked', async () => {
  const visit = new Visit().open()
  visit.goTo('Machines', '/machines')
  visit.tracker.end()
  visit.clock.advance(100)
  visit.become('u1', 'ada')
  visit.goTo('Events', '/events')
  expect(await visit.heard()).toEqual([['forget']])
  expect([visit.clock.waiting, visit.listeners.size]).toEqual([0, 0])
})
