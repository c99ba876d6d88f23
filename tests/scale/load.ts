import { expect } from 'vitest'
import { DatabaseOracle } from '../chaos/database-oracle.ts'
import { getDocuments, openPlayer } from '../chaos/player.ts'
import { createSeededRandom } from '../chaos/seeded.ts'
import { findLostWrites, Submitter } from '../chaos/submitter.ts'
import { Viewer } from '../chaos/viewer.ts'
import type { Cluster } from './cluster.ts'
import { waitUntil } from './wait.ts'

const SUBMITTERS = 12
const VIEWERS = 6
/** acknowledged writes before and after each failure */
const WRITES = 60
/** ms after which every node has polled the change log, even if it got no notification */
const POLL_LIMIT_MS = 5000
const DAY = 86_400_000

/** Players who submit and viewers who watch, on all nodes, with what they were promised. */
export class Load {
  readonly submitters: Submitter[] = []
  /** connected through the load balancer, and again through it when their node is gone */
  readonly viewers: Viewer[] = []
  /** one viewer per node, which connects only to that node */
  readonly pinnedViewers: Viewer[] = []
  readonly #cluster: Cluster
  readonly #machines: readonly string[]
  readonly #random = createSeededRandom(7)

  private constructor(cluster: Cluster, machines: readonly string[]) {
    this.#cluster = cluster
    this.#machines = machines
  }

  static async start(cluster: Cluster): Promise<Load> {
    const load = new Load(cluster, await cluster.machines(2))
    for (let i = 0; i < SUBMITTERS; i++) {
      const player = openPlayer(cluster.balancer.endpoint, load.#random)
      const userId = await player.signUp(`Submitter ${i}`)
      load.submitters.push(new Submitter({ player, userId, random: load.#random, ambiguousErrors: [500], retryDelay: 200 }))
    }
    for (let i = 0; i < VIEWERS; i++) load.viewers.push(load.#openViewer(cluster.balancer.endpoint))
    for (const { endpoint } of cluster.nodes) load.pinnedViewers.push(load.#openViewer(endpoint))
    return load
  }

  /** The number of calls that the submitters sent again themselves. */
  get resends(): number {
    return this.submitters.reduce((sum, { resends }) => sum + resends, 0)
  }

  get writes(): number {
    return this.submitters.reduce((sum, { writes }) => sum + writes, 0)
  }

  /** All submitters write without a pause before, while and after `injectFailure` runs. Resolves when every call has been answered. */
  async runDuring(injectFailure: () => Promise<void>): Promise<void> {
    let finished = false
    const times = [undefined, new Date(Date.now() - 10 * DAY)]
    const work = this.submitters.map(async submitter => {
      while (!finished) await submitter.callRandomMethod(this.#machines, times)
    })
    const writeMore = async (): Promise<void> => {
      const target = this.writes + WRITES
      await waitUntil('more is written', () => this.writes >= target)
    }
    try {
      await writeMore()
      await injectFailure()
      await writeMore()
    } finally {
      finished = true
      await Promise.all(work)
    }
  }

  /**
   * Checks that every viewer sees what SQL has, and that SQL has each promised score exactly once.
   * @param stoppedNodes indexes of the nodes that are gone: their `pinnedViewers` see nothing
   */
  async expectMatchesDatabase(hint: string, stoppedNodes: readonly number[] = []): Promise<void> {
    const watching = [...this.viewers, ...this.pinnedViewers.filter((_, at) => !stoppedNodes.includes(at))]
    const [first] = this.submitters as [Submitter]
    await first.submit(this.#machines, [undefined])
    // Every node applies changes in the same order, so a viewer with the last score has all changes.
    const last = first.submitted.at(-1)!.params._id
    for (const { player } of watching)
      await waitUntil(`a viewer has the last score, ${hint}`, () => getDocuments(player.client, 'scores').has(last))
    for (const viewer of watching) await viewer.waitUntilSynced(this.#machines[0]!)
    const oracle = await DatabaseOracle.read(this.#cluster.database)
    expect(
      this.submitters.flatMap(({ violations: faults }) => faults),
      hint,
    ).toEqual([])
    expect(findLostWrites(this.submitters, oracle.scores), hint).toEqual([])
    const written = oracle.scores.filter(({ userId }) => this.submitters.some(each => each.userId === userId))
    expect(written.length, `rows that nobody was told of, ${hint}`).toBe(
      this.submitters.reduce((sum, { submitted: own }) => sum + own.length, 0),
    )
    // A score list that is loaded again from SQL may be ahead of the boards until its node has polled the change log.
    for (const viewer of watching) await viewer.expectMatchesDatabase(oracle, hint, { timeout: POLL_LIMIT_MS })
  }

  close(): void {
    for (const { player } of [...this.submitters, ...this.viewers, ...this.pinnedViewers]) player.close()
  }

  #openViewer(endpoint: string): Viewer {
    const viewer = new Viewer(openPlayer(endpoint, this.#random))
    for (const machineId of this.#machines) {
      for (const window of ['all', 'year'] as const) viewer.watchBoard({ machineId, window, limit: 50, verifiedOnly: false })
    }
    viewer.watchRecent({ limit: 100 })
    return viewer
  }
}
