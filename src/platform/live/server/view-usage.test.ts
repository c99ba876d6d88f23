import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DdpConnection } from '../../../ddp/server/connection.ts'
import type { ViewLimits, ViewQuota } from './view-limits.ts'
import { type MeasuredView, ViewUsage } from './view-usage.ts'

const connection = (id: string, clientAddress: string | null): DdpConnection => ({
  id,
  clientAddress,
  httpHeaders: {},
  close: () => undefined,
  onClose: () => undefined,
})
const view = (bytes = 0, documents = 0): MeasuredView => ({ addresses: new Map(), bytes, documents, countedBytes: 0 })
const amount = (views: number, bytes: number): ViewQuota => ({ views, bytes })
const limits = (given: Partial<ViewLimits>): ViewLimits => ({
  node: amount(1e6, 1e12),
  address: amount(1e6, 1e12),
  connection: amount(1e6, 1e12),
  idleBytes: 0,
  updateBudget: 2000,
  ...given,
})
let time = 0
const createUsage = (given: ViewLimits): ViewUsage => new ViewUsage(given, () => time)
const refusal = expect.objectContaining({ error: 'too-many-requests', details: { timeToReset: 10_000 } })
const refused = (act: () => unknown): unknown => {
  try {
    act()
  } catch (error) {
    return error
  }
  return null
}

describe('bounds of views in use', () => {
  it('an address holds only so many views that nobody else uses; those of others cost it nothing', () => {
    const usage = createUsage(limits({ address: amount(2, 1e12) }))
    const [ada, bob] = [connection('a', '10.0.0.1'), connection('b', '10.0.0.2')]
    const popular = view()
    usage.begin(bob, popular)
    for (const each of [view(), view(), popular]) usage.begin(ada, each)
    expect(refused(() => usage.begin(ada, view()))).toEqual(refusal)
    expect(refused(() => usage.begin(bob, view()))).toBe(null)
    expect(usage.address('10.0.0.1')).toEqual(amount(2, 0))
  })

  it('a view that was shared counts for the last address that uses it', () => {
    const usage = createUsage(limits({}))
    const shared = view(100)
    const uses = [connection('a', '10.0.0.1'), connection('b', '10.0.0.2')].map(each => usage.begin(each, shared))
    for (const use of uses) use.settle()
    expect([usage.address('10.0.0.1').views, usage.address('10.0.0.2').views]).toEqual([0, 0])
    uses[1]!.end()
    expect(usage.address('10.0.0.1')).toEqual(amount(1, 100))
    expect(usage.node).toEqual(amount(1, 100))
  })

  it('an address that is left with more views than it may have gets no other, not even one that others use', () => {
    const usage = createUsage(limits({ address: amount(1, 1e12) }))
    const [ada, bob, cid] = [connection('a', '10.0.0.1'), connection('b', '10.0.0.2'), connection('c', '10.0.0.3')]
    const [one, two, popular] = [view(), view(), view()]
    const others = [usage.begin(bob, one), usage.begin(cid, two)]
    for (const each of [one, two]) usage.begin(ada, each)
    for (const { end } of others) end()
    usage.begin(bob, popular)
    expect(usage.address('10.0.0.1')).toEqual(amount(2, 0))
    expect(refused(() => usage.begin(ada, popular))).toEqual(refusal)
  })

  it('addresses of one IPv6 network count as one', () => {
    const usage = createUsage(limits({ address: amount(1, 1e12) }))
    usage.begin(connection('a', '2001:db8::1'), view())
    expect(refused(() => usage.begin(connection('b', '2001:db8::2'), view()))).toEqual(refusal)
  })

  it('a connection uses only so many views, whoever else does', () => {
    const usage = createUsage(limits({ connection: amount(1, 1e12) }))
    const popular = view()
    usage.begin(connection('b', '10.0.0.2'), popular)
    const ada = connection('a', '10.0.0.1')
    const use = usage.begin(ada, popular)
    expect(refused(() => usage.begin(ada, popular))).toEqual(refusal)
    use.end()
    expect(refused(() => usage.begin(ada, popular))).toBe(null)
  })

  it('bytes are known when a view is loaded, and refuse it then', () => {
    const usage = createUsage(limits({ address: amount(10, 1000) }))
    const large = view()
    const use = usage.begin(connection('a', '10.0.0.1'), large)
    usage.resize(large, 1001, 1)
    const small = view(1000, 0)
    usage.begin(connection('a', '10.0.0.1'), small).settle()
    expect(refused(() => use.settle())).toEqual(refusal)
    use.end()
    expect(usage.address('10.0.0.1')).toEqual(amount(1, 1000))
  })

  it('after a view that was too large for what was left, an address opens none for ten seconds, so that none is loaded in vain', () => {
    const usage = createUsage(limits({ address: amount(10, 1000) }))
    const [ada, neighbour, bob] = [connection('a', '10.0.0.1'), connection('n', '10.0.0.1'), connection('b', '10.0.0.2')]
    usage.begin(ada, view(800)).settle()
    expect(refused(() => usage.begin(ada, view(300)).settle())).toEqual(refusal)
    for (const each of [ada, neighbour]) expect(refused(() => usage.admit(each, null))).toEqual(refusal)
    expect(refused(() => usage.admit(bob, null))).toBe(null)
    // What is loaded already can be used.
    expect(refused(() => usage.begin(neighbour, view(100)).settle())).toBe(null)
    time += 9_999
    expect(refused(() => usage.admit(ada, null))).toEqual(refusal)
    time += 1
    expect(refused(() => usage.admit(ada, null))).toBe(null)
  })

  it('after a view that was too large for its connection, only this connection opens none', () => {
    const usage = createUsage(limits({ connection: amount(10, 1000) }))
    const [ada, neighbour] = [connection('a', '10.0.0.1'), connection('n', '10.0.0.1')]
    usage.begin(ada, view(800)).settle()
    expect(refused(() => usage.begin(ada, view(300)).settle())).toEqual(refusal)
    expect(refused(() => usage.admit(ada, null))).toEqual(refusal)
    expect(refused(() => usage.admit(neighbour, null))).toBe(null)
  })

  it('a view that is large by itself keeps nobody from opening others', () => {
    const usage = createUsage(limits({ address: amount(10, 1000) }))
    const ada = connection('a', '10.0.0.1')
    expect(refused(() => usage.begin(ada, view(1001)).settle())).toEqual(refusal)
    expect(refused(() => usage.admit(ada, null))).toBe(null)
  })

  it('what connections are sent of a view counts for their address, though others use it too', () => {
    const usage = createUsage(limits({ address: amount(1000, 150 * 100 * 3) }))
    const popular = view(10, 100)
    usage.begin(connection('b', '10.0.0.2'), popular).settle()
    const settle = (id: string): unknown => refused(() => usage.begin(connection(id, '10.0.0.1'), popular).settle())
    expect(['1', '2', '3', '4'].map(settle)).toEqual([null, null, null, refusal])
  })
})

it('always equals a count made from scratch', () => {
  const step = fc.oneof(
    fc.record({ begin: fc.nat(5), by: fc.nat(5) }),
    fc.record({ settle: fc.nat(20) }),
    fc.record({ end: fc.nat(20) }),
    fc.record({ resize: fc.nat(5), bytes: fc.integer({ min: 1, max: 1000 }), documents: fc.nat(9) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), steps => {
      const usage = createUsage(limits({}))
      const views = Array.from({ length: 6 }, () => view())
      const connections = Array.from({ length: 6 }, (_, i) => connection(`c${i}`, `10.0.0.${i % 3}`))
      const uses: { view: MeasuredView; address: string; settled: number | null; end(): void; settle(): void }[] = []
      /** views that a subscription has settled, when they were not empty, since they were last unused */
      const known = new Set<MeasuredView>()
      for (const each of steps) {
        if ('begin' in each) {
          const by = connections[each.by]!
          const used = views[each.begin]!
          uses.push({ view: used, address: by.clientAddress!, settled: null, ...usage.begin(by, used) })
        } else if ('resize' in each) usage.resize(views[each.resize]!, each.bytes, each.documents)
        else if ('settle' in each) {
          const use = uses[each.settle]
          if (use === undefined || use.settled !== null) continue
          use.settle()
          use.settled = use.view.documents * 150
          if (use.view.bytes > 0) known.add(use.view)
        } else {
          const [ended] = uses.splice(each.end, 1)
          ended?.end()
          if (ended !== undefined && !uses.some(use => use.view === ended.view)) known.delete(ended.view)
        }
      }
      const counted = (each: MeasuredView): number => (known.has(each) ? each.bytes : 0)
      const inUse = views.filter(each => uses.some(use => use.view === each))
      expect(usage.node).toEqual(
        amount(
          inUse.length,
          inUse.reduce((sum, each) => sum + counted(each), 0),
        ),
      )
      for (const address of new Set(connections.map(({ clientAddress }) => clientAddress!))) {
        const alone = inUse.filter(each => uses.filter(use => use.view === each).every(use => use.address === address))
        const sent = uses.filter(use => use.address === address).reduce((sum, { settled }) => sum + (settled ?? 0), 0)
        expect(usage.address(address)).toEqual(amount(alone.length, alone.reduce((sum, each) => sum + counted(each), 0) + sent))
      }
    }),
    { numRuns: 200, seed: 1 },
  )
})
