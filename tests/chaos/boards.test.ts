import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WINDOWS } from '../../src/features/scores/rules.ts'
import { orderedBoard } from '../../src/features/scores/server/boards/board-store.ts'
import { recompute } from '../../src/features/scores/server/boards/verify-boards.ts'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { someMachines } from '../integration/people.ts'
import { createWorld, type World } from '../integration/world.ts'
import { ask, openPlayer, type Player } from './player.ts'
import { pick, seeded, size } from './seeded.ts'
import { broken, Submitter } from './submitter.ts'
import { expectLoadedBoardsTrue, Truth } from './truth.ts'
import { Viewer } from './viewer.ts'

const SEEDS = Array.from({ length: size(24, 300) }, (_, i) => i + 1)
const STEPS = size(150, 400)
const PEOPLE = 8
const HOUR = 3_600_000

let world: World
let machines: string[]
/** One per connection; the last two are second connections of the first two users. */
const players: { player: Player; userId: string }[] = []
const random = seeded(0)

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  machines = (await someMachines(world, 1000)).map(({ id }) => id)
  for (let i = 0; i < PEOPLE; i++) {
    const player = openPlayer(world.endpoint, random)
    players.push({ player, userId: await player.signUp(`Player ${i}`) })
  }
  for (const { player: first, userId } of players.slice(0, 2)) {
    const player = openPlayer(world.endpoint, random)
    await player.joins(first)
    players.push({ player, userId })
  }
})

afterAll(async () => {
  for (const { player } of players) player.close()
  await world.close()
})

/** Times in the past, at least one in each window. Few different ones, so that games tie. */
function moments(): (Date | undefined)[] {
  const hour = Math.floor(Date.now() / HOUR) * HOUR
  return [undefined, undefined, ...[0, 1, 30, 24 * 8, 24 * 40, 24 * 400].map(hours => new Date(hour - hours * HOUR))]
}

class Chaos {
  readonly seed: number
  readonly random: () => number
  readonly machines: string[]
  readonly viewers: Viewer[]
  readonly submitters: Submitter[]
  readonly #times = moments()
  readonly #busy = new Map<Submitter, Promise<void>>()

  constructor(seed: number) {
    this.seed = seed
    this.random = seeded(seed)
    this.machines = [pick(this.random, machines), pick(this.random, machines)]
    this.viewers = Array.from({ length: 4 }, () => new Viewer(openPlayer(world.endpoint, this.random)))
    this.submitters = players.map(({ player, userId }) => new Submitter({ player, userId, random: this.random }))
    for (const viewer of this.viewers) for (let i = 0; i < 4; i++) this.#watch(viewer)
  }

  async step(): Promise<void> {
    const dice = this.random()
    const viewer = pick(this.random, this.viewers)
    const submitter = pick(this.random, this.submitters)
    if (dice < 0.55) this.#act(submitter)
    else if (dice < 0.63) viewer.player.drop()
    else if (dice < 0.69) submitter.player.drop()
    else if (dice < 0.72) viewer.player.client.disconnect()
    else if (dice < 0.8) viewer.player.client.connect()
    else if (dice < 0.87) {
      if (viewer.watching > 7) viewer.stopOne(Math.floor(this.random() * viewer.watching))
      else this.#watch(viewer)
    } else if (dice < 0.9) world.app.features.scores.boards.clear()
    else if (dice < 0.95) await this.#busy.get(submitter)
    else await world.app.feed.catchUp()
    await new Promise(resolve => setImmediate(resolve))
  }

  /** Waits until every call is answered, every viewer is connected, and every change has been delivered. */
  async calm(): Promise<void> {
    for (const { player } of this.submitters) player.client.connect()
    await Promise.all(this.#busy.values())
    await Promise.all(this.viewers.map(viewer => viewer.whole(this.machines[0]!)))
    await world.app.feed.catchUp()
    await Promise.all(this.viewers.map(viewer => viewer.whole(this.machines[0]!)))
  }

  close(): void {
    for (const { player } of this.viewers) player.close()
  }

  #act(submitter: Submitter): void {
    if (this.#busy.has(submitter)) return
    const act = submitter.act(this.machines, this.#times)
    this.#busy.set(
      submitter,
      act.then(() => void this.#busy.delete(submitter)),
    )
  }

  #watch(viewer: Viewer): void {
    const machineId = pick(this.random, this.machines)
    const limit = pick(this.random, [1, 2, 3, 5, 50])
    if (this.random() < 0.65) {
      viewer.watchBoard({ machineId, window: pick(this.random, WINDOWS), limit, verifiedOnly: this.random() < 0.1 })
      return
    }
    const before = pick(this.random, [undefined, ...this.submitters.flatMap(({ own }) => own.map(({ params }) => params._id))])
    viewer.watchRecent({
      limit,
      ...(this.random() < 0.5 ? { machineId } : {}),
      ...(this.random() < 0.3 ? { userId: pick(this.random, players).userId } : {}),
      ...(before !== undefined && this.random() < 0.3 ? { before } : {}),
    })
  }
}

describe('viewers and submitters whose lines drop', () => {
  it.each(SEEDS)('[K2] [R6] end with the rows that SQL has, nothing acknowledged lost, seed %i', async seed => {
    const chaos = new Chaos(seed)
    try {
      for (let i = 0; i < STEPS; i++) await chaos.step()
      await chaos.calm()
      const truth = await Truth.read(world.app.database)
      expect(
        chaos.submitters.flatMap(({ faults }) => faults),
        `seed ${seed}`,
      ).toEqual([])
      expect(broken(chaos.submitters, truth.scores), `seed ${seed}`).toEqual([])
      for (const viewer of chaos.viewers) await viewer.expectTruth(truth, `seed ${seed}`)
      await expectLoadedBoardsTrue(world, `seed ${seed}`)
    } finally {
      chaos.close()
    }
  })

  it('[K2] leave bests, totals and index as the scores alone say', async () => {
    expect((await recompute(world.app.database)).differences).toEqual([])
  })
})

describe('found by seeds', () => {
  it('242, 299: a best that is corrected down to a tie gives way to the score that SQL shows', async () => {
    const { player } = players[2]!
    const machineId = machines.at(-2)!
    const achievedAt = new Date(Date.now() - HOUR)
    const viewer = new Viewer(openPlayer(world.endpoint, random))
    viewer.watchBoard({ machineId, window: 'all', limit: 5, verifiedOnly: false })
    try {
      await viewer.whole(machineId)
      const [low, high] = [uuidv7(), uuidv7()].sort()
      await ask(player, 'scores.submit', { _id: low, machineId, value: 100_005, achievedAt })
      await ask(player, 'scores.submit', { _id: high, machineId, value: 100_050, achievedAt })
      await ask(player, 'scores.edit', { scoreId: high, value: 100_005 })
      await viewer.whole(machineId)
      await viewer.expectTruth(await Truth.read(world.app.database), 'after the correction')
    } finally {
      viewer.player.close()
    }
  })
})

describe('more boards than stay in memory', () => {
  it('[K2] stay true for whoever watches them, asked for by a crowd at once while scores come in', async () => {
    const crowd = Array.from({ length: size(7, 20) }, () => new Viewer(openPlayer(world.endpoint, random)))
    const asked = machines.slice(0, Math.ceil((crowd.length * 90) / 5)).flatMap(machineId => WINDOWS.map(window => ({ machineId, window })))
    const some = asked.filter((_, i) => i % 60 === 0).map(({ machineId }) => machineId)
    const submitters = players.map(({ player, userId }) => new Submitter({ player, userId, random }))
    const work = Promise.all(
      submitters.map(async submitter => {
        for (let i = 0; i < 12; i++) await submitter.act(some, moments())
      }),
    )
    try {
      for (let round = 0; round < 2; round++) {
        for (const viewer of crowd) viewer.stopAll()
        for (const [i, board] of asked.entries()) crowd[i % crowd.length]!.watchBoard({ ...board, limit: 5 + round, verifiedOnly: false })
        await Promise.all(crowd.map(viewer => viewer.whole(machines[0]!)))
      }
      await work
      for (const submitter of submitters) await submitter.submit(some, [undefined])
      await world.app.feed.catchUp()
      await Promise.all(crowd.map(viewer => viewer.whole(machines[0]!)))
      const truth = await Truth.read(world.app.database)
      for (const viewer of crowd) await viewer.expectTruth(truth, 'crowd')
      await expectLoadedBoardsTrue(world, 'crowd')
      expect(submitters.flatMap(({ faults }) => faults)).toEqual([])
    } finally {
      for (const { player } of crowd) player.close()
    }
  })
})

describe('boards asked for all at once, more than stay in memory', () => {
  it('[K2] are followed from the first change on, also those that loaded longest', async () => {
    const { boards } = world.app.features.scores
    const names = machines.slice(0, 90).flatMap(machineId => WINDOWS.map(window => ({ machineId, window, verifiedOnly: false })))
    const watched = await Promise.all(names.map(name => boards.watch(name, () => {})))
    try {
      const submitter = new Submitter({ ...players[0]!, random })
      for (const machineId of machines.slice(0, 90)) await submitter.submit([machineId], [undefined])
      expect(submitter.faults).toEqual([])
      for (const { key, loaded } of watched) {
        const rows = loaded.board.rows(loaded.board.players).map(({ id, value, achievedAt }) => ({ userId: id, value, achievedAt }))
        expect(rows, key).toEqual(await orderedBoard(world.app.database.db, loaded.spec))
      }
    } finally {
      for (const { stop } of watched) stop()
    }
  })
})

describe('one player on two connections', () => {
  it('[K2] removes and corrects scores of one machine at once, each with an answer', async () => {
    const [first, second] = [players[0]!.player, players.at(-2)!.player]
    const machineId = machines.at(-1)!
    const times: number[] = []
    for (let round = 0; round < 10; round++) {
      const ids = await Promise.all(
        [first, second].map(async (player, i) => {
          const _id = uuidv7()
          await ask(player, 'scores.submit', { _id, machineId, value: 100 + i })
          return _id
        }),
      )
      const began = performance.now()
      const outcomes = await Promise.allSettled([
        ask(first, 'scores.remove', { scoreId: ids[1] }),
        ask(second, 'scores.remove', { scoreId: ids[0] }),
      ])
      expect(
        outcomes.map(({ status }) => status),
        `round ${round}`,
      ).toEqual(['fulfilled', 'fulfilled'])
      times.push(performance.now() - began)
    }
    // Postgres breaks a deadlock after a second, so a lower median means that the removals do not deadlock.
    expect(times.sort((a, b) => a - b)[times.length / 2]).toBeLessThan(900)
    expect((await recompute(world.app.database)).differences).toEqual([])
  })
})
