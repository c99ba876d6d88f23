import { expect } from 'vitest'
import type { SubscriptionHandle } from '#ddp/client/subscriptions.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import type { BoardQuery, DatabaseOracle, RecentScoresQuery } from './database-oracle.ts'
import { callMethod, getDocuments, type Player } from './player.ts'

/** the error code of a failed read; a new subscription may succeed */
export const DATABASE_UNAVAILABLE = 500
/** ms */
const TIMEOUT_MS = 10_000
const COLLECTIONS = ['boardRows', 'boards', 'scores', 'groups', 'members', 'groupMachines']

type ViewerQuery =
  | { board: BoardQuery }
  | { recent: RecentScoresQuery }
  | { group: string }
  | { machines: string }
  | { groupsBefore: string }

interface ViewerSubscription {
  handle: SubscriptionHandle
  query: ViewerQuery
  subscribe(): SubscriptionHandle
}

const isUnavailable = (state: SubscriptionHandle['state']): boolean =>
  state.state === 'failed' && (state.error as { error?: unknown }).error === DATABASE_UNAVAILABLE

const getGroupId = (query: ViewerQuery): string | undefined => {
  if ('board' in query) return query.board.groupId
  if ('recent' in query) return query.recent.groupId
  if ('groupsBefore' in query) return undefined
  return 'group' in query ? query.group : query.machines
}

/** Subscribes to boards, score lists and groups, and checks what it sees against `DatabaseOracle`. */
export class Viewer {
  readonly player: Player
  /** the user it is logged in as; null: none */
  readonly userId: string | null
  #subscriptions: ViewerSubscription[] = []

  constructor(player: Player, userId: string | null = null) {
    this.player = player
    this.userId = userId
  }

  get watching(): number {
    return this.#subscriptions.length
  }

  watchBoard(board: BoardQuery): SubscriptionHandle {
    const { machineId, groupId, ...rest } = board
    const scope = groupId === undefined ? { machineId } : { groupId, machineId }
    return this.#subscribe('boards.top', { scope, ...rest }, { board })
  }

  watchRecent(recent: RecentScoresQuery): SubscriptionHandle {
    return this.#subscribe('scores.recent', { ...recent }, { recent })
  }

  /** Subscribes to a group with its members. */
  watchGroup(groupId: string): SubscriptionHandle {
    return this.#subscribe('groups.one', { groupId }, { group: groupId })
  }

  /** Subscribes to the machines that a group has played. */
  watchMachines(groupId: string): SubscriptionHandle {
    return this.#subscribe('groups.machines', { groupId }, { machines: groupId })
  }

  /** Subscribes to the public groups that are older than this one. */
  watchGroupsBefore(groupId: string): SubscriptionHandle {
    return this.#subscribe('groups.list', { before: groupId }, { groupsBefore: groupId })
  }

  /** True if a subscription to the group with its members is ready. */
  showsGroup(groupId: string): boolean {
    return this.#subscriptions.some(({ handle, query }) => 'group' in query && query.group === groupId && handle.state.state === 'ready')
  }

  unsubscribeOne(at: number): void {
    for (const { handle } of this.#subscriptions.splice(at, 1)) handle.stop()
  }

  unsubscribeAll(): void {
    for (const { handle } of this.#subscriptions.splice(0)) handle.stop()
  }

  /**
   * Resolves when the viewer is connected, every subscription is ready or refused, and everything that the server sent before has arrived.
   * Subscribes again where a read failed.
   */
  async waitUntilSynced(machineId: string): Promise<void> {
    this.player.client.connect()
    for (let left = this.#subscriptions; left.length > 0; left = left.filter(({ handle: { state } }) => isUnavailable(state))) {
      for (const each of left) if (isUnavailable(each.handle.state)) this.#resubscribe(each)
      await Promise.allSettled(left.map(({ handle }) => handle.ready))
    }
    await callMethod(this.player, 'boards.place', { scope: { machineId }, userId: 'nobody' })
  }

  /**
   * Views are loaded again in parallel to the change log's loop, so what is seen may lag behind. Checks again after each change of the
   * documents, for `timeout` ms.
   * @param mayHaveLost true if the viewer may have been refused access to the group, or lost it
   */
  async expectMatchesDatabase(
    oracle: DatabaseOracle,
    hint: string,
    { mayHaveLost = () => false, timeout = TIMEOUT_MS }: { mayHaveLost?: (groupId: string) => boolean; timeout?: number } = {},
  ): Promise<void> {
    for (const deadline = performance.now() + timeout; ; ) {
      const changed = this.#nextChange(deadline - performance.now())
      try {
        return await this.#expectMatchesDatabase(oracle, hint, mayHaveLost)
      } catch (error) {
        if (performance.now() >= deadline) throw error
      }
      await changed
    }
  }

  /** Resolves with the next change of a document that is compared, or after `ms`. */
  #nextChange(ms: number): Promise<void> {
    return new Promise(resolve => {
      const unsubscribes = COLLECTIONS.map(name => this.player.client.store.collection(name).listen(() => done()))
      const timer = setTimeout(() => done(), Math.max(0, ms))
      const done = (): void => {
        clearTimeout(timer)
        for (const stop of unsubscribes) stop()
        resolve()
      }
    })
  }

  async #expectMatchesDatabase(oracle: DatabaseOracle, hint: string, mayHaveLost: (groupId: string) => boolean): Promise<void> {
    const expected = {
      boardRows: new Map<string, Fields>(),
      boards: new Map<string, Fields>(),
      scores: new Map<string, Fields>(),
      groups: new Map<string, Fields>(),
      members: new Map<string, Fields>(),
      groupMachines: new Map<string, Fields>(),
    }
    for (const { handle, query } of this.#subscriptions) {
      const groupId = getGroupId(query)
      if (groupId !== undefined && handle.state.state === 'failed' && mayHaveLost(groupId)) {
        expect(handle.state.error, `${JSON.stringify(query)}, ${hint}`).toMatchObject({ error: 404 })
        continue
      }
      expect(handle.state, `${JSON.stringify(query)}, ${hint}`).toEqual({ state: 'ready' })
      if (groupId !== undefined) expect(oracle.canSeeGroup(groupId, this.userId), `${JSON.stringify(query)}, ${hint}`).toBe(true)
      if ('recent' in query) addAll(expected.scores, this.#expectedRecent(oracle, query.recent))
      else if ('machines' in query) addAll(expected.groupMachines, oracle.groupMachines(query.machines))
      else if ('groupsBefore' in query) addAll(expected.groups, this.#expectedGroups(oracle))
      else if ('group' in query) {
        const { group, members } = oracle.group(query.group)
        addAll(expected.groups, [group])
        addAll(expected.members, members)
      } else {
        const { board, rows } = await oracle.board(query.board)
        addAll(expected.boards, [board])
        addAll(expected.boardRows, rows)
      }
    }
    for (const [collection, documents] of Object.entries(expected)) {
      expect(toSortedObject(getDocuments(this.player.client, collection)), `${collection} of a viewer, ${hint}`).toEqual(
        toSortedObject(documents),
      )
    }
  }

  /** A page with `before` does not gain scores later: those that it shows must be correct, but others may be missing. */
  #expectedRecent(oracle: DatabaseOracle, query: RecentScoresQuery): Iterable<readonly [string, Fields]> {
    if (query.before === undefined) return oracle.recent(query)
    const shown = getDocuments(this.player.client, 'scores')
    return [...oracle.recent({ ...query, limit: Number.POSITIVE_INFINITY })].filter(([id]) => shown.has(id))
  }

  /** A page of groups does not gain groups later either. */
  #expectedGroups(oracle: DatabaseOracle): (readonly [string, Fields])[] {
    const shownIds = [...getDocuments(this.player.client, 'groups').keys()]
    return shownIds.filter(id => oracle.canSeeGroup(id, null)).map(id => oracle.group(id).group)
  }

  #subscribe(name: string, input: { [key: string]: unknown }, query: ViewerQuery): SubscriptionHandle {
    const subscribe = (): SubscriptionHandle => this.player.client.subscribe(name, [input as never])
    const handle = subscribe()
    this.#subscriptions.push({ handle, query, subscribe })
    return handle
  }

  #resubscribe(subscription: ViewerSubscription): void {
    subscription.handle.stop()
    subscription.handle = subscription.subscribe()
  }
}

function addAll(into: Map<string, Fields>, documents: Iterable<readonly [string, Fields]>): void {
  for (const [id, fields] of documents) into.set(id, fields)
}

const toSortedObject = (documents: Map<string, Fields>) => Object.fromEntries([...documents].sort(([a], [b]) => (a < b ? -1 : 1)))
