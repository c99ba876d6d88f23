import { expect, vi } from 'vitest'
import { held, openPlayer } from '../chaos/player.ts'
import { seeded } from '../chaos/seeded.ts'
import { broken, Submitter } from '../chaos/submitter.ts'
import { Truth } from '../chaos/truth.ts'
import { Viewer } from '../chaos/viewer.ts'
import type { Cluster } from './cluster.ts'
import { until } from './until.ts'

const SUBMITTERS = 12
const VIEWERS = 6
/** acknowledged writes before, and after, whatever happens */
const WRITES = 60
/** ms after which every node has looked at the feed, told or not */
const LOOKED = 5000
const DAY = 86_400_000

/** People who play and people who watch, on all nodes, and what they were promised. */
export class Crowd {
  readonly submitters: Submitter[] = []
  /** come through the balancer, and by it again when their node is gone */
  readonly viewers: Viewer[] = []
  /** one that knows only one node, for each */
  readonly faithful: Viewer[] = []
  readonly #cluster: Cluster
  readonly #machines: readonly string[]
  readonly #random = seeded(7)

  private constructor(cluster: Cluster, machines: readonly string[]) {
    this.#cluster = cluster
    this.#machines = machines
  }

  static async gather(cluster: Cluster): Promise<Crowd> {
    const crowd = new Crowd(cluster, await cluster.machines(2))
    for (let i = 0; i < SUBMITTERS; i++) {
      const player = openPlayer(cluster.balancer.endpoint, crowd.#random)
      const userId = await player.signUp(`Submitter ${i}`)
      crowd.submitters.push(new Submitter({ player, userId, random: crowd.#random, unsure: [500], pause: 200 }))
    }
    for (let i = 0; i < VIEWERS; i++) crowd.viewers.push(crowd.#watch(cluster.balancer.endpoint))
    for (const { endpoint } of cluster.nodes) crowd.faithful.push(crowd.#watch(endpoint))
    return crowd
  }

  /** calls that were sent again by hand */
  get resends(): number {
    return this.submitters.reduce((sum, { resends }) => sum + resends, 0)
  }

  get writes(): number {
    return this.submitters.reduce((sum, { writes }) => sum + writes, 0)
  }

  /** Everybody plays without a pause while `strike` runs, some before it and some after it. Resolves when all that was asked is answered. */
  async play(strike: () => Promise<void>): Promise<void> {
    let over = false
    const times = [undefined, new Date(Date.now() - 10 * DAY)]
    const work = this.submitters.map(async submitter => {
      while (!over) await submitter.act(this.#machines, times)
    })
    const more = async (): Promise<void> => {
      const enough = this.writes + WRITES
      await until('more is written', () => this.writes >= enough)
    }
    try {
      await more()
      await strike()
      await more()
    } finally {
      over = true
      await Promise.all(work)
    }
  }

  /** Everybody sees what SQL has, and SQL has what was promised, once. @param but nodes that are gone: who knows only one of them sees nothing */
  async expectTruth(hint: string, but: readonly number[] = []): Promise<void> {
    const watching = [...this.viewers, ...this.faithful.filter((_, at) => !but.includes(at))]
    const [first] = this.submitters as [Submitter]
    await first.submit(this.#machines, [undefined])
    // Every node hears everything in one order: who has the last score has heard all.
    const last = first.own.at(-1)!.params._id
    for (const { player } of watching) await until(`a viewer has the last score, ${hint}`, () => held(player.client, 'scores').has(last))
    for (const viewer of watching) await viewer.whole(this.#machines[0]!)
    const truth = await Truth.read(this.#cluster.database)
    expect(
      this.submitters.flatMap(({ faults }) => faults),
      hint,
    ).toEqual([])
    expect(broken(this.submitters, truth.scores), hint).toEqual([])
    const written = truth.scores.filter(({ userId }) => this.submitters.some(each => each.userId === userId))
    expect(written.length, `rows that nobody was told of, ${hint}`).toBe(this.submitters.reduce((sum, { own }) => sum + own.length, 0))
    // A feed that is read anew may be ahead of the boards for as long as its node has not looked.
    for (const viewer of watching) await vi.waitFor(() => viewer.expectTruth(truth, hint), { timeout: LOOKED, interval: 50 })
  }

  close(): void {
    for (const { player } of [...this.submitters, ...this.viewers, ...this.faithful]) player.close()
  }

  #watch(endpoint: string): Viewer {
    const viewer = new Viewer(openPlayer(endpoint, this.#random))
    for (const machineId of this.#machines) {
      for (const window of ['all', 'year'] as const) viewer.watchBoard({ machineId, window, limit: 50, verifiedOnly: false })
    }
    viewer.watchRecent({ limit: 100 })
    return viewer
  }
}
