import { describe, expect, it } from 'vitest'
import type { Snapshot } from './client/client.ts'
import type { SubscriptionHandle } from './client/subscriptions.ts'
import type { ResultSet } from './server/result-set.ts'
import { DEFAULT_LIMITS, DEFAULT_OBSERVERS_PER_TURN, DEFAULT_STARTS_PER_TURN } from './server/server-settings.ts'
import { createDdpHarness, type DdpHarness, harnessRandom, type Player } from './testing/ddp-harness.ts'
import { toWireView, type WireView } from './testing/wire-model.ts'
import { DdpError } from './wire/error.ts'

const SETS = 4
const USERS = [null, 'a', 'b', 'x']

/** The sets that each publication shows, by user; null: the user may not subscribe. */
const SHOWS: { [name: string]: (userId: string | null) => number[] | null } = {
  p0: () => [0],
  p1: () => [1],
  pair: () => [2, 0],
  later: () => [2],
  mine: userId => (userId === 'x' ? null : userId === 'a' ? [3, 1] : [3]),
}
const NAMES = Object.keys(SHOWS)

interface Actor extends Player {
  user: string | null
  handles: { name: string; handle: SubscriptionHandle }[]
  settled: number
  calls: number
}

/** Clients, result sets and a server, with a seeded generator that chooses their actions. */
class Chaos {
  readonly world: DdpHarness
  readonly sets: ResultSet[]
  readonly actors: Actor[] = []
  readonly random: () => number
  readonly faults: string[] = []
  #marks = 0

  constructor(seed: number, clients: number) {
    this.random = harnessRandom(seed)
    this.world = createDdpHarness({
      limits: { ...DEFAULT_LIMITS, messages: null, pendingMessages: 100_000, slowBytes: 2000, maxBytes: 1e9 },
      // With every other seed, a set that two or more subscriptions show is delivered to one of them in a turn.
      observersPerTurn: seed % 2 === 0 ? DEFAULT_OBSERVERS_PER_TURN : 1,
      startsPerTurn: seed % 3 === 0 ? DEFAULT_STARTS_PER_TURN : 1,
    })
    const { server, clock } = this.world
    this.sets = Array.from({ length: SETS }, () => server.resultSet())
    server.publish(null, ({ userId }) => (userId === 'b' ? this.sets[1] : null))
    for (const [name, shows] of Object.entries(SHOWS)) {
      server.publish(
        name,
        async ({ userId }) => {
          if (name === 'later') await new Promise<void>(resolve => void clock.after(5, resolve))
          const shown = shows(userId)
          if (shown === null) throw new DdpError(403, 'No')
          return shown.map(index => this.sets[index]!)
        },
        { heldVersions: true },
      )
    }
    server.method('login', ({ setUserId }, userId) => setUserId(userId as string | null))
    server.method('write', async ({ fence, unblock }, index, id, quick) => {
      if (quick) unblock()
      fence.wait(
        new Promise<void>(
          resolve =>
            void clock.after(3, () => {
              this.sets[index as number]!.put('marks', id as string, { index: index! })
              resolve()
            }),
        ),
      )
      return id
    })
    for (let i = 0; i < clients; i++) this.#join()
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)]!
  }

  #join(): void {
    const player = this.world.player({ random: this.random })
    const actor: Actor = { ...player, user: null, handles: [], settled: 0, calls: 0 }
    actor.client.onOpen(() => {
      if (actor.user !== null) void actor.client.call('login', [actor.user], { wait: true, first: true })
    })
    this.actors.push(actor)
  }

  mutate(): void {
    const set = this.pick(this.sets)
    const id = String(Math.floor(this.random() * 5))
    const collection = this.pick(['c', 'd'])
    if (this.random() < 0.3) set.remove(collection, id)
    else {
      const fields: Record<string, number | string> = { n: Math.floor(this.random() * 3) }
      if (this.random() < 0.5) fields[this.pick(['a', 'b'])] = this.random() < 0.2 ? 'x'.repeat(1500) : Math.floor(this.random() * 3)
      set.put(collection, id, fields)
    }
  }

  subscribe(actor: Actor): void {
    const name = this.pick(NAMES)
    actor.handles.push({ name, handle: actor.client.subscribe(name, [{}]) })
  }

  write(actor: Actor): void {
    const index = Math.floor(this.random() * SETS)
    const id = `mark${++this.#marks}`
    const watching = actor.handles.filter(
      ({ name, handle }) => name !== 'mine' && SHOWS[name]!(null)!.includes(index) && handle.state.state === 'ready',
    )
    actor.calls++
    const options = { wait: this.random() < 0.2, noRetry: this.random() < 0.2 }
    actor.client.call('write', [index, id, this.random() < 0.3], options).then(
      result => {
        actor.settled++
        if (result !== id) this.faults.push(`${id} resolved with ${result}`)
        const seen = actor.client.store.collection('marks').get(id) !== undefined
        const should = !options.wait && watching.some(({ handle }) => handle.state.state === 'ready')
        if (should && !seen) this.faults.push(`${id} ${JSON.stringify(options)} resolved before its data was there`)
      },
      (error: DdpError) => {
        actor.settled++
        if (error.error !== 'invocation-failed') this.faults.push(`${id} failed with ${error}`)
      },
    )
  }

  async step(): Promise<void> {
    const actor = this.pick(this.actors)
    const pair = actor.pairs.at(-1)
    const dice = this.random()
    if (dice < 0.25) this.mutate()
    else if (dice < 0.4) this.subscribe(actor)
    else if (dice < 0.47) this.pick(actor.handles)?.handle.stop()
    else if (dice < 0.57) this.write(actor)
    else if (dice < 0.63) {
      actor.user = this.pick(USERS)
      void actor.client.call('login', [actor.user], { wait: true })
    } else if (dice < 0.69) pair?.cut()
    else if (dice < 0.73) pair?.stall(this.random() < 0.5)
    else if (dice < 0.8) actor.client.connect()
    else if (dice < 0.82) actor.client.disconnect()
    else if (dice < 0.9) this.world.clock.advance(this.pick([1, 5, 30, 2000, 20_000]))
    else if (dice < 0.95) pair?.flush()
    else await this.world.settle()
  }

  async calm(): Promise<void> {
    const { clock, settle } = this.world
    for (const actor of this.actors) {
      actor.client.connect()
      for (const pair of actor.pairs) pair.stall(false)
    }
    for (let i = 0; i < 40; i++) {
      clock.advance(1000)
      for (const actor of this.actors) {
        actor.client.connect()
        actor.pairs.at(-1)!.stall(false)
      }
      await settle()
    }
  }

  check(): void {
    expect([this.world.reports, this.faults]).toEqual([[], []])
    for (const actor of this.actors) {
      const session = actor.sessions.at(-1)!
      expect(actor.client.status.status).toBe('connected')
      expect(session.userId).toBe(actor.user)
      expect(actor.settled).toBe(actor.calls)
      expect(view(actor)).toEqual(withoutHeld(toWireView(session.subscriptions.box().documents())))
      const live = actor.handles.filter(({ handle }) => handle.state.state === 'ready')
      for (const { name, handle } of actor.handles) {
        const { state } = handle.state
        if (state === 'failed') expect(name).toBe('mine')
        else expect(['ready', 'stopped']).toContain(state)
      }
      expect(session.subscriptions.size).toBe(live.length)
      const shown = new Set([...live.flatMap(({ name }) => SHOWS[name]!(actor.user)!), ...(actor.user === 'b' ? [1] : [])])
      const documents = [...shown].flatMap(index => [...this.sets[index]!.entries()].map(({ collection, id }) => `${collection}/${id}`))
      expect(Object.keys(view(actor)).sort()).toEqual([...new Set(documents)].sort())
    }
  }
}

function view({ client }: Player): WireView {
  return toWireView(
    client.store.collections().flatMap(({ name, ...rest }) =>
      client.store
        .collection(name!)
        .all()
        .map(({ _id, ...fields }) => ({ ...rest, collection: name!, id: String(_id), fields })),
    ),
  )
}

const withoutHeld = (all: WireView): WireView => Object.fromEntries(Object.entries(all).filter(([key]) => !key.startsWith('_held/')))

async function run(seed: number, steps: number): Promise<Chaos> {
  const chaos = new Chaos(seed, 3)
  for (let i = 0; i < 12; i++) chaos.mutate()
  for (const actor of chaos.actors) {
    if (chaos.random() < 0.6) {
      const names = NAMES.filter(name => name !== 'later' && chaos.random() < 0.5)
      const snapshots = await chaos.world.server.snapshot(names.map(name => ({ name, params: [{}] })))
      actor.client.hydrate(snapshots.map(snapshot => ({ ...snapshot, version: snapshot.version! }) satisfies Snapshot))
      for (const name of names) actor.handles.push({ name, handle: actor.client.subscribe(name, [{}]) })
      if (chaos.random() < 0.5) chaos.mutate()
    }
    actor.client.connect()
  }
  for (let i = 0; i < steps; i++) await chaos.step()
  await chaos.calm()
  return chaos
}

describe('clients and server in chaos', () => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed))(
    'Q1, Q2, Q3, Q4, S9, S10, S12, M14, M15: seed %i: in the end every store equals the sets it subscribes to',
    async seed => (await run(seed, 120)).check(),
  )

  it('C15: after all clients have disconnected, no session, observer or timer is left', async () => {
    for (let seed = 1000; seed < 1005; seed++) {
      const { actors, sets, world } = await run(seed, 60)
      for (const { client } of actors) client.disconnect()
      world.clock.advance(10)
      await world.settle()
      expect([world.server.sessions, sets.map(set => set.observers), world.clock.pendingTimers]).toEqual([0, [0, 0, 0, 0], 0])
    }
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'S12, Q4: seed %i: a client with a rendered page is sent only what changed since it was rendered',
    async seed => {
      const chaos = new Chaos(seed, 1)
      for (let i = 0; i < 20; i++) chaos.mutate()
      const [actor] = chaos.actors
      const names = ['p0', 'p1', 'mine']
      const snapshots = await chaos.world.server.snapshot(names.map(name => ({ name, params: [{}] })))
      const versions = chaos.sets.map(set => set.version(text => text))
      if (seed > 2) for (let i = 0; i < seed; i++) chaos.mutate()
      const changed = chaos.sets.map((set, index) => set.version(text => text) !== versions[index])
      actor!.client.hydrate(snapshots.map(snapshot => ({ ...snapshot, version: snapshot.version! })))
      for (const name of names) actor!.handles.push({ name, handle: actor!.client.subscribe(name, [{}]) })
      const sent = (): string[] => [
        ...new Set(
          actor!.pairs.at(-1)!.toClient.flatMap(text => {
            const { msg, collection, id } = JSON.parse(text) as { [key: string]: string }
            return msg === 'added' && collection !== '_held' ? [`${collection}/${id}`] : []
          }),
        ),
      ]
      actor!.client.connect()
      // A reader that is slow for a moment gets the rest later.
      await chaos.calm()
      const inChanged = [0, 1, 3]
        .filter(index => changed[index])
        .flatMap(index => [...chaos.sets[index]!.entries()].map(({ collection, id }) => `${collection}/${id}`))
      for (const key of sent()) expect(inChanged).toContain(key)
      if (seed <= 2) expect(sent()).toEqual([])
      chaos.check()
      actor!.pairs[0]!.cut()
      actor!.client.connect()
      await chaos.calm()
      for (const key of sent()) expect(inChanged).toContain(key)
      chaos.check()
    },
  )
})
