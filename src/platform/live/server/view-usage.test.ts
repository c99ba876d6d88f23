import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DdpConnection } from '#ddp/server/connection.ts'
import type { DdpError } from '#ddp/wire/error.ts'
import type { ViewLimits } from './view-limits.ts'
import { type MeasuredView, type Subscriber, ViewUsage, type ViewUse } from './view-usage.ts'

/** A subscriber that ends its use when it has to give it up. */
interface TestSubscriber extends Subscriber {
  use: ViewUse | null
  errors: DdpError[]
}

const connection = (id: string, clientAddress: string | null): DdpConnection => ({
  id,
  clientAddress,
  httpHeaders: {},
  close: () => undefined,
  onClose: () => undefined,
})

function subscriber(id: string, clientAddress: string | null, userId: string | null = null): TestSubscriber {
  const each: TestSubscriber = {
    connection: connection(id, clientAddress),
    userId,
    use: null,
    errors: [],
    error(error) {
      each.errors.push(error)
      each.use?.end()
    },
  }
  return each
}

const view = (standing = false): MeasuredView => ({ uses: new Set(), networks: new Map(), bytes: 0, documents: 0, standing })
const limits = (given: Partial<ViewLimits>): ViewLimits => ({
  visitors: 1e12,
  users: 1e12,
  address: 1e12,
  caller: 1e12,
  idle: 0,
  updateBudget: 2000,
  ...given,
})
let time = 0
const createUsage = (given: Partial<ViewLimits>, onFull?: ConstructorParameters<typeof ViewUsage>[2]): ViewUsage =>
  new ViewUsage(limits(given), () => time, onFull)
const refusal = expect.objectContaining({ error: 'too-many-requests', details: { timeToReset: 10_000 } })

/** Opens a view of some bytes and loads it. @returns the error; null: the subscriber has it */
function open(usage: ViewUsage, who: TestSubscriber, bytes: number, opened = view()): unknown {
  try {
    usage.admit(who)
    who.use = usage.begin(who, opened)
    usage.resize(opened, bytes, 0)
    who.use.settle()
    return null
  } catch (error) {
    who.use?.end()
    return error
  }
}

describe('shares of views', () => {
  it('who holds most is refused, and gives up its oldest view for a newcomer', () => {
    const usage = createUsage({ visitors: 120_000 })
    const loud = Array.from({ length: 6 }, () => subscriber('l', '10.0.0.1'))
    expect(loud.map(each => open(usage, each, 20_000))).toEqual([null, null, null, null, refusal, refusal])
    const newcomer = subscriber('n', '192.0.2.1')
    expect(open(usage, newcomer, 10_000)).toBe(null)
    expect(loud.map(({ errors }) => errors)).toEqual([[refusal], [], [], [], [], []])
    expect(newcomer.errors).toEqual([])
  })

  it('ten addresses of one network are one group, and its neighbours keep what they have', () => {
    const usage = createUsage({ visitors: 200_000 })
    const quiet = subscriber('q', '192.0.2.7')
    expect(open(usage, quiet, 30_000)).toBe(null)
    const farm = Array.from({ length: 20 }, (_, i) => subscriber(`f${i}`, `10.0.0.${i}`))
    for (const each of farm) open(usage, each, 20_000)
    const newcomers = Array.from({ length: 3 }, (_, i) => subscriber(`n${i}`, `198.51.100.${i}`))
    for (const each of newcomers) expect(open(usage, each, 10_000)).toBe(null)
    expect([quiet, ...newcomers].flatMap(({ errors }) => errors)).toEqual([])
  })

  it('a newcomer behind the address that holds all gets its first views', () => {
    const usage = createUsage({ visitors: 1_000_000, address: 100_000, caller: 90_000 })
    const loud = Array.from({ length: 4 }, () => subscriber('l', '10.0.0.1'))
    for (const each of loud) open(usage, each, 20_000)
    const guest = subscriber('g', '10.0.0.1')
    expect(open(usage, guest, 30_000)).toBe(null)
    expect(loud[0]!.errors).toEqual([refusal])
  })

  it('signed-in users have room of their own, which no visitor can take', () => {
    const usage = createUsage({ visitors: 60_000, users: 60_000 })
    const visitors = Array.from({ length: 5 }, (_, i) => subscriber('v', `10.0.${i}.1`))
    for (const each of visitors) open(usage, each, 20_000)
    const given = visitors.flatMap(({ errors }) => errors).length
    expect(open(usage, subscriber('u', '10.0.0.1', 'ada'), 40_000)).toBe(null)
    expect(visitors.flatMap(({ errors }) => errors)).toHaveLength(given)
  })

  it('a standing list costs nobody anything but what its subscription needs', () => {
    const usage = createUsage({ visitors: 40_000 })
    open(usage, subscriber('l', '10.0.0.1'), 20_000)
    const home = view(true)
    for (let i = 0; i < 4; i++) {
      const visitor = subscriber(`v${i}`, `192.0.2.${i}`)
      visitor.use = usage.begin(visitor, home)
      usage.resize(home, 1_000_000, 0)
      visitor.use.settle()
    }
    expect(usage.total.views).toBe(2)
    expect(usage.total.bytes).toBeLessThan(40_000)
  })

  it('the bytes of a view count for who has used it longest, and then for the next', () => {
    const usage = createUsage({})
    const shared = view()
    const [ada, bob] = [subscriber('a', '10.0.0.1'), subscriber('b', '192.0.2.1')]
    for (const each of [ada, bob]) open(usage, each, 50_000, shared)
    const amounts = (): Record<string, number> => Object.fromEntries(usage.largest(9).map(({ name, amount }) => [name, amount]))
    expect(amounts()['10.0.0.0/24']).toBeGreaterThan(50_000)
    expect(amounts()['192.0.2.0/24']).toBeLessThan(2000)
    ada.use!.end()
    expect(amounts()['192.0.2.0/24']).toBeGreaterThan(50_000)
    expect(Object.keys(amounts())).toEqual(['192.0.2.0/24'])
    expect([...shared.networks]).toEqual([['192.0.2.0/24', 1]])
  })

  it('after a view that was too large for what was left, a caller opens none for ten seconds, so that none is loaded in vain', () => {
    const usage = createUsage({ caller: 100_000 })
    expect(open(usage, subscriber('a', '10.0.0.1'), 70_000)).toBe(null)
    expect(open(usage, subscriber('a', '10.0.0.1'), 40_000)).toEqual(refusal)
    expect(open(usage, subscriber('a', '10.0.0.1'), 1)).toEqual(refusal)
    expect(open(usage, subscriber('b', '10.0.0.1'), 1)).toBe(null)
    time += 10_000
    expect(open(usage, subscriber('a', '10.0.0.1'), 1)).toBe(null)
  })

  it('says at most once a minute who holds most while it is full', () => {
    const told: unknown[] = []
    const usage = createUsage({ visitors: 50_000 }, (side, [most]) => void told.push([side, most!.name]))
    const fill = (): void => {
      for (let i = 0; i < 4; i++) open(usage, subscriber('l', '10.0.0.1'), 30_000)
    }
    fill()
    fill()
    expect(told).toEqual([['visitors', '10.0.0.0/24']])
    time += 60_000
    fill()
    expect(told).toHaveLength(2)
  })
})

it('counts nothing any more when all uses have ended, and never more than there is, whatever happens', () => {
  const step = fc.oneof(
    fc.record({ open: fc.nat(5), by: fc.nat(5) }),
    fc.record({ settle: fc.nat(20), bytes: fc.integer({ min: 1, max: 20_000 }) }),
    fc.record({ end: fc.nat(20) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), steps => {
      const usage = createUsage({ visitors: 60_000, users: 40_000, address: 30_000, caller: 25_000 })
      const views = Array.from({ length: 6 }, (_, i) => view(i === 0))
      const uses: { who: TestSubscriber; view: MeasuredView }[] = []
      const running = () => uses.filter(({ who, view: used }) => who.use !== null && used.uses.has(who.use))
      for (const each of steps) {
        try {
          if ('open' in each) {
            const who = subscriber(`c${each.by}`, `10.0.${each.by % 3}.${each.by}`, each.by > 3 ? `u${each.by}` : null)
            who.use = usage.begin(who, views[each.open]!)
            uses.push({ who, view: views[each.open]! })
          } else if ('settle' in each) {
            const use = uses[each.settle]
            if (use === undefined) continue
            usage.resize(use.view, each.bytes, 3)
            use.who.use!.settle()
          } else uses[each.end]?.who.use?.end()
        } catch (error) {
          expect(error).toEqual(refusal)
        }
        expect(usage.total.views).toBe(views.filter(({ uses: used }) => used.size > 0).length)
        expect(usage.total.views).toBe(new Set(running().map(use => use.view)).size)
      }
      for (const { who } of uses) who.use!.end()
      expect([usage.total, usage.largest(9)]).toEqual([{ views: 0, bytes: 0 }, []])
      expect(views.every(({ networks }) => networks.size === 0)).toBe(true)
    }),
  )
})
