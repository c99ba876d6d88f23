import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DdpError } from '#ddp/wire/error.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { WINDOWS } from '#scores/rules.ts'
import { verifyBoards } from '#scores/server/boards/verify-boards.ts'
import { createTestApp, type TestApp } from '../integration/helpers/test-app.ts'
import { grantRoles, listMachines } from '../integration/helpers/users.ts'
import { DatabaseOracle, expectLoadedBoardsMatchDatabase } from './database-oracle.ts'
import { callMethod, getDocuments, openPlayer, type Player } from './player.ts'
import { chaosSize, createSeededRandom, pickRandom } from './seeded.ts'
import { Submitter } from './submitter.ts'
import { makeReadsUnreliable, type UnreliableReads } from './unreliable-reads.ts'
import { DATABASE_UNAVAILABLE, Viewer } from './viewer.ts'

const SEEDS = Array.from({ length: chaosSize(12, 200) }, (_, i) => i + 1)
const STEPS = chaosSize(200, 400)
const PEOPLE = 6
const HOUR = 3_600_000

interface Person {
  player: Player
  userId: string
}

let testApp: TestApp
let machines: string[]
const people: Person[] = []
/** Owns every group and never leaves. */
let boss: Person
let moderator: Person
const random = createSeededRandom(0)

async function person(name: string): Promise<Person> {
  const player = openPlayer(testApp.endpoint, random)
  return { player, userId: await player.signUp(name) }
}

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  // as many as a group shows at most
  machines = (await listMachines(testApp, 100)).map(({ id }) => id)
  for (let i = 0; i < PEOPLE; i++) people.push(await person(`Player ${i}`))
  boss = await person('Boss')
  moderator = await person('Moderator')
  await grantRoles(testApp, moderator.userId, ['moderator'])
})

afterAll(async () => {
  for (const { player } of [...people, boss, moderator]) player.close()
  await testApp.close()
})

/** Times in the past, some in each window. Few different ones, so that games tie. */
function moments(): (Date | undefined)[] {
  const hour = Math.floor(Date.now() / HOUR) * HOUR
  return [undefined, undefined, ...[0, 30, 24 * 40].map(hours => new Date(hour - hours * HOUR))]
}

/**
 * The errors that a correct server may give: 404 (the thing is hidden from the caller or gone), 409 (it has changed meanwhile), and the
 * error of a failed read.
 */
const EXPECTED: readonly unknown[] = [404, 409, DATABASE_UNAVAILABLE]
/** The error of a correction of a score that a moderator has verified or rejected meanwhile. */
const TOO_LATE = '403 A score can be corrected for 24 hours, until somebody has verified it.'

/** how many edits were looked for in the caller's own documents */
let checkedFences = 0

class Chaos {
  readonly random: () => number
  readonly machines: string[]
  readonly viewers: Viewer[] = []
  readonly submitters: Submitter[]
  readonly faults: string[] = []
  /** `open` is always public and `shut` always private; `turning` changes its visibility; `brief` is removed and created again. */
  readonly groups = { open: '', shut: '', turning: '', brief: '' }
  /** a public group that is newer than the others at the beginning */
  #newest = ''
  #codes: string[] = []
  readonly #times = moments()
  readonly #busy = new Map<string, Promise<unknown>>()
  #names = 0
  #reads: UnreliableReads | null = null

  constructor(seed: number) {
    this.random = createSeededRandom(seed)
    this.machines = [pickRandom(this.random, machines), pickRandom(this.random, machines)]
    this.submitters = people.map(each => new Submitter({ ...each, random: this.random, ambiguousErrors: [DATABASE_UNAVAILABLE] }))
  }

  async begin(): Promise<void> {
    this.#reads = makeReadsUnreliable(testApp, this.random)
    for (const name of ['open', 'shut', 'turning', 'brief'] as const) this.groups[name] = await this.#found(name)
    this.#newest = await this.#found('open')
    for (const who of [null, null, boss, ...people.slice(0, 3)]) {
      const player = openPlayer(testApp.endpoint, this.random)
      if (who !== null) await player.logInAs(who.player)
      this.viewers.push(new Viewer(player, who?.userId ?? null))
    }
    for (const viewer of this.viewers) for (let i = 0; i < 5; i++) this.#watch(viewer)
    this.viewers[0]!.watchGroupsBefore(this.#newest)
    for (const name of ['open', 'shut', 'turning'] as const) this.#bossViewer().watchGroup(this.groups[name])
  }

  async step(): Promise<void> {
    const randomValue = this.random()
    const viewer = pickRandom(this.random, this.viewers)
    const submitter = pickRandom(this.random, this.submitters)
    if (randomValue < 0.25) this.#alone(submitter.userId, () => submitter.callRandomMethod(this.machines, this.#times))
    else if (randomValue < 0.45) this.#alone(submitter.userId, () => this.#comeOrGo(submitter))
    else if (randomValue < 0.5)
      this.#alone(`name of ${submitter.userId}`, () =>
        callMethod(submitter.player, 'players.edit', { displayName: `Name ${this.#names++}` }),
      )
    else if (randomValue < 0.65) this.#alone('boss', () => this.#rule())
    else if (randomValue < 0.72) this.#alone('moderator', () => this.#judge())
    else if (randomValue < 0.76) viewer.player.dropConnection()
    else if (randomValue < 0.78) submitter.player.dropConnection()
    else if (randomValue < 0.9) {
      if (viewer.watching > 9) viewer.unsubscribeOne(Math.floor(this.random() * viewer.watching))
      else this.#watch(viewer)
    } else if (randomValue < 0.92) testApp.app.features.scores.boards.clear()
    else if (randomValue < 0.97) await this.#busy.get(submitter.userId)
    else await testApp.app.changeLog.catchUp()
    await new Promise(resolve => setImmediate(resolve))
  }

  /** Waits until every call is answered, every viewer is connected, and every change has been delivered. */
  async calm(): Promise<void> {
    await Promise.all(this.#busy.values())
    expect(this.#reads?.failed).toBeGreaterThan(0)
    this.#reads?.stop()
    // The owner may not have renamed a group that he watched, or not without losing his connection meanwhile.
    this.#bossViewer().watchGroup(this.groups.open)
    await Promise.all(this.viewers.map(viewer => viewer.waitUntilSynced(this.machines[0]!)))
    await this.#rename(this.groups.open)
    await testApp.app.changeLog.catchUp()
    await Promise.all(this.viewers.map(viewer => viewer.waitUntilSynced(this.machines[0]!)))
  }

  async end(): Promise<void> {
    for (const { player } of this.viewers) player.close()
    for (const groupId of [...Object.values(this.groups), this.#newest]) await callMethod(boss.player, 'groups.remove', { groupId })
  }

  /** True if the viewer may have lost access: to any group but `open`; the owner only to a group that was removed. */
  mayHaveLost(viewer: Viewer, groupId: string): boolean {
    const { open, shut, turning } = this.groups
    return groupId !== open && (viewer.userId !== boss.userId || ![shut, turning].includes(groupId))
  }

  async #found(name: keyof Chaos['groups']): Promise<string> {
    const _id = uuidv7()
    await callMethod(boss.player, 'groups.add', { _id, name, visibility: name === 'shut' ? 'private' : 'public' })
    return _id
  }

  #alone(who: string, act: () => Promise<unknown>): void {
    if (this.#busy.has(who)) return
    const done = act()
      .catch((error: unknown) => {
        if (!(error instanceof DdpError) || !EXPECTED.includes(error.error)) this.faults.push(String(error))
      })
      .finally(() => this.#busy.delete(who))
    this.#busy.set(who, done)
  }

  #group(): string {
    return pickRandom(this.random, Object.values(this.groups))
  }

  async #comeOrGo({ player }: Submitter): Promise<unknown> {
    const randomValue = this.random()
    if (randomValue < 0.3) return callMethod(player, 'groups.join', { groupId: this.#group() })
    if (randomValue < 0.65 && this.#codes.length > 0)
      return callMethod(player, 'groups.join', { code: pickRandom(this.random, this.#codes) })
    return callMethod(player, 'groups.leave', { groupId: this.#group() })
  }

  async #rule(): Promise<unknown> {
    const randomValue = this.random()
    const groupId = this.#group()
    const { userId } = pickRandom(this.random, people)
    if (randomValue < 0.35) {
      const { code } = await callMethod<{ code: string }>(boss.player, 'groups.invite', { groupId })
      return this.#codes.push(code)
    }
    if (randomValue < 0.5) return callMethod(boss.player, 'groups.removeMember', { groupId, userId })
    if (randomValue < 0.65)
      return callMethod(boss.player, 'groups.setRoles', { groupId, userId, roles: [pickRandom(this.random, ['manager', 'member'])] })
    if (randomValue < 0.8) return this.#rename(groupId)
    if (randomValue < 0.95)
      return callMethod(boss.player, 'groups.edit', {
        groupId: this.groups.turning,
        visibility: pickRandom(this.random, ['public', 'private']),
      })
    await callMethod(boss.player, 'groups.remove', { groupId: this.groups.brief })
    this.groups.brief = await this.#found('brief')
  }

  #bossViewer(): Viewer {
    return this.viewers.find(({ userId }) => userId === boss.userId)!
  }

  /** Renames a group. The write fence: when the call is done, the caller's own connection shows what it changed. */
  async #rename(groupId: string): Promise<void> {
    const viewer = this.#bossViewer()
    const name = `Group ${this.#names++}`
    const { connections } = viewer.player
    const wasShown = viewer.showsGroup(groupId)
    await callMethod(viewer.player, 'groups.edit', { groupId, name })
    if (!wasShown || !viewer.showsGroup(groupId) || viewer.player.connections !== connections) return
    checkedFences++
    const shown = getDocuments(viewer.player.client, 'groups').get(groupId)?.name
    if (shown !== name) this.faults.push(`a rename to ${name} was done while its caller still saw ${String(shown)}`)
  }

  async #judge(): Promise<unknown> {
    const activeScores = this.submitters.flatMap(({ submitted: own }) => own.filter(({ removed }) => !removed))
    if (activeScores.length === 0) return
    const scoreId = pickRandom(this.random, activeScores).params._id
    const status = pickRandom(this.random, ['rejected', 'verified', 'unverified', 'unverified'])
    const { rows } = await testApp.app.database.pool.query<{ version: number }>('SELECT version FROM scores WHERE id = $1', [scoreId])
    return callMethod(moderator.player, 'scores.moderate', { scoreId, version: rows[0]!.version, status })
  }

  #watch(viewer: Viewer): void {
    const groupId = this.#group()
    const machineId = pickRandom(this.random, this.machines)
    const randomValue = this.random()
    const limit = pickRandom(this.random, [1, 2, 3, 50])
    if (randomValue < 0.5)
      viewer.watchBoard({ groupId, machineId, window: pickRandom(this.random, WINDOWS), limit, verifiedOnly: this.random() < 0.15 })
    else if (randomValue < 0.55) viewer.watchGroup(groupId)
    else if (randomValue < 0.6) viewer.watchGroupsBefore(this.#newest)
    else if (randomValue < 0.7) viewer.watchMachines(groupId)
    else {
      const before = pickRandom(this.random, [
        undefined,
        ...this.submitters.flatMap(({ submitted: own }) => own.map(({ params }) => params._id)),
      ])
      viewer.watchRecent({
        groupId,
        limit,
        ...(this.random() < 0.4 ? { machineId } : {}),
        ...(this.random() < 0.2 ? { userId: pickRandom(this.random, people).userId } : {}),
        ...(before !== undefined && this.random() < 0.3 ? { before } : {}),
      })
    }
  }
}

async function run(seed: number): Promise<void> {
  const chaos = new Chaos(seed)
  await chaos.begin()
  try {
    for (let i = 0; i < STEPS; i++) await chaos.step()
    await chaos.calm()
    const faults = [...chaos.faults, ...chaos.submitters.flatMap(each => each.violations).filter(fault => fault !== TOO_LATE)]
    expect(faults, `seed ${seed}`).toEqual([])
    const oracle = await DatabaseOracle.read(testApp.app.database)
    for (const viewer of chaos.viewers)
      await viewer.expectMatchesDatabase(oracle, `seed ${seed}`, { mayHaveLost: groupId => chaos.mayHaveLost(viewer, groupId) })
    await expectLoadedBoardsMatchDatabase(testApp, `seed ${seed}`)
  } finally {
    await chaos.end()
  }
}

describe('members who come, go, play, are judged and renamed, while others watch', () => {
  it.each(SEEDS)(
    '[K2] leave every viewer with the documents in the database of the groups that they may see, and of no others, seed %i',
    run,
  )

  it('[K2] fence the edits of a caller who watches the same group', () => {
    expect(checkedFences).toBeGreaterThanOrEqual(SEEDS.length)
  })

  it('[K2] leave personal bests, totals and index as computed from the scores alone', async () => {
    expect((await verifyBoards(testApp.app.database)).differences).toEqual([])
  })
})
