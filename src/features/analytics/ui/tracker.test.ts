import { expect, it } from 'vitest'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import type { Properties } from '../rules.ts'
import { Tracker } from './tracker.ts'

type Report = [word: string, ...what: unknown[]]

/** A visit by a browser, and the reports that the service receives. */
class Visit {
  readonly clock = manualClock()
  readonly reports: Report[] = []
  readonly names = new Map<string, string>()
  readonly listeners = new Set<() => void>()
  at = { title: 'Home', path: '/', href: '/' }
  state: { userId: string | null } = { userId: null }
  expected: string | null = null
  email: () => Promise<string | null> = async () => 'ada@bar.example'
  tracker!: Tracker

  open(): this {
    const record = async (...report: Report): Promise<void> => void this.reports.push(report)
    const usernameOf = (given: Properties) => given.Username
    const listen = (listener: () => void) => {
      this.listeners.add(listener)
      return () => void this.listeners.delete(listener)
    }
    const visit = this
    this.tracker = new Tracker({
      clock: this.clock,
      app: { version: '1', platform: 'Web', admins: [] },
      collector: {
        page: (page, properties) => record('page', page.title, page.path, usernameOf(properties)),
        identify: (userId, traits) => record('identify', userId, traits.email, usernameOf(traits)),
        track: (event, properties) => record('track', event, usernameOf(properties)),
        forget: () => record('forget'),
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

  notify(): void {
    for (const listener of [...this.listeners]) listener()
  }

  setUser(userId: string | null, name?: string): void {
    this.state = { userId }
    this.expected = null
    if (userId !== null && name !== undefined) this.names.set(userId, name)
    this.notify()
  }

  navigate(title: string, href: string, how: 'on' | 'back' = 'on'): void {
    this.at = { title, path: href.split('?')[0]!, href }
    this.tracker.pageShown(how)
  }

  /** Returns the reports since the last call, after all pending ones have arrived. */
  async takeReports(): Promise<Report[]> {
    await new Promise(setImmediate)
    return this.reports.splice(0)
  }
}

it('reports a page after 0 ms, and after 50 ms for a step back in the history', async () => {
  const visit = new Visit().open()
  expect(await visit.takeReports()).toEqual([])
  visit.clock.advance(0)
  expect(await visit.takeReports()).toEqual([['page', 'Home', '/', null]])
  visit.navigate('Machines', '/machines?text=a')
  visit.clock.advance(0)
  expect(await visit.takeReports()).toEqual([['page', 'Machines', '/machines', null]])
  visit.navigate('Home', '/', 'back')
  visit.clock.advance(49)
  expect(await visit.takeReports()).toEqual([])
  visit.clock.advance(1)
  expect(await visit.takeReports()).toEqual([['page', 'Home', '/', null]])
})

it('reports a page once if it is shown again at the same address, and not at all if it is left at once', async () => {
  const visit = new Visit().open()
  visit.clock.advance(0)
  await visit.takeReports()
  visit.navigate('Home', '/')
  visit.navigate('Machines', '/machines', 'back')
  visit.navigate('Events', '/events')
  visit.clock.advance(50)
  expect(await visit.takeReports()).toEqual([['page', 'Events', '/events', null]])
})

it('identifies a user who returns with a token, without a sign-in event, and delays the page until the name is known', async () => {
  const visit = new Visit()
  visit.expected = 'u1'
  visit.open()
  visit.clock.advance(0)
  expect(await visit.takeReports()).toEqual([])
  visit.setUser('u1')
  expect(await visit.takeReports()).toEqual([])
  visit.names.set('u1', 'ada')
  visit.notify()
  expect(await visit.takeReports()).toEqual([
    ['identify', 'u1', 'ada@bar.example', 'ada'],
    ['page', 'Home', '/', 'ada'],
  ])
})

it('reports the same for a user who was logged in before tracking began', async () => {
  const visit = new Visit()
  visit.setUser('u1', 'ada')
  visit.open()
  visit.clock.advance(0)
  expect(await visit.takeReports()).toEqual([
    ['identify', 'u1', 'ada@bar.example', 'ada'],
    ['page', 'Home', '/', 'ada'],
  ])
})

it("reports a sign-in, and a sign-out with the user's name, and then forgets the visitor", async () => {
  const visit = new Visit().open()
  visit.setUser('u1', 'ada')
  expect(await visit.takeReports()).toEqual([
    ['identify', 'u1', 'ada@bar.example', 'ada'],
    ['track', 'Signed in', 'ada'],
  ])
  visit.setUser(null)
  expect(await visit.takeReports()).toEqual([['track', 'Signed out', 'ada'], ['forget']])
  visit.setUser('u1', 'ada')
  expect(await visit.takeReports()).toContainEqual(['track', 'Signed in', 'ada'])
})

it('reports a sign-in that follows a refused token', async () => {
  const visit = new Visit()
  visit.expected = 'u1'
  visit.open()
  visit.setUser(null)
  expect(await visit.takeReports()).toEqual([])
  visit.setUser('u1', 'ada')
  expect(await visit.takeReports()).toEqual([
    ['identify', 'u1', 'ada@bar.example', 'ada'],
    ['track', 'Signed in', 'ada'],
  ])
})

it('identifies without an e-mail address if it cannot be loaded', async () => {
  const visit = new Visit().open()
  visit.email = () => Promise.reject(new Error('no line'))
  visit.setUser('u1', 'ada')
  expect((await visit.takeReports())[0]).toEqual(['identify', 'u1', null, 'ada'])
})

it('reports nothing after it has ended, and forgets the visitor', async () => {
  const visit = new Visit().open()
  visit.navigate('Machines', '/machines')
  visit.tracker.end()
  visit.clock.advance(100)
  visit.setUser('u1', 'ada')
  visit.navigate('Events', '/events')
  expect(await visit.takeReports()).toEqual([['forget']])
  expect([visit.clock.pendingTimers, visit.listeners.size]).toEqual([0, 0])
})

it('does not send the e-mail address if tracking has ended while it was loaded', async () => {
  const visit = new Visit()
  let answer: (email: string) => void = () => undefined
  visit.email = () => new Promise(resolve => (answer = resolve))
  visit.setUser('u1', 'ada')
  visit.open()
  expect(await visit.takeReports()).toEqual([])
  visit.tracker.end()
  answer('ada@bar.example')
  expect(await visit.takeReports()).toEqual([['forget']])
})
