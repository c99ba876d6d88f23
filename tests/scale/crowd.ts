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
/** acknowledged writes before and after each failure */
const WRITES = 60
/** ms after which every node has polled the change log, even if it got no notification */
const LOOKED = 5000
const DAY = 86_400_000

/** Players who submit and viewers who watch, on all nodes, with what they were promised. */
export class Crowd {
  readonly submitters: Submitter[] = []
  /** connected through the load balancer, and again through it when their node is gone */
  readonly viewers: Viewer[] = []
  /** one viewer per node, which connects only to that node */
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

  /** The number of calls that the submitters sent again themselves. */
  get resends(): number {
    return this.submitters.reduce((sum, { resends }) => sum + resends, 0)
  }

  get writes(): number {
    return this.submitters.reduce((sum, { writes }) => sum + writes, 0)
  }

  /** All submitters write without a pause before, while and after `strike` runs. Resolves when every call has been answered. */
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

  /**
   * Checks that every viewer sees what SQL has, and that SQL has each promised score exactly once. @param but indexes of the nodes that are
   * gone: their faithful viewers see nothing
   */
  async expectTruth(hint: string, but: readonly number[] = []): Promise<void> {
    const watching = [...this.viewers, ...this.faithful.filter((_, at) => !but.includes(at))]
    const [first] = this.submitters as [Submitter]
    await first.submit(this.#machines, [undefined])
    // Every node applies changes in the same order, so a viewer with the last score has all changes.
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
    // A score list that is loaded again from SQL may be ahead of the boards until its node has polled the change log.
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
