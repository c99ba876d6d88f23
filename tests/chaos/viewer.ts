import { expect } from 'vitest'
import type { SubscriptionHandle } from '../../src/ddp/client/subscriptions.ts'
import type { Fields } from '../../src/ddp/wire/ejson.ts'
import { ask, held, type Player } from './player.ts'
import type { BoardAsked, RecentAsked, Truth } from './truth.ts'

/** the error code of a failed read; a new subscription may succeed */
export const AWAY = 500
/** ms */
const PATIENCE = 10_000
const COLLECTIONS = ['boardRows', 'boards', 'scores', 'groups', 'members', 'groupMachines']

type Asked = { board: BoardAsked } | { recent: RecentAsked } | { group: string } | { machines: string }

interface Watched {
  handle: SubscriptionHandle
  asked: Asked
  subscribe(): SubscriptionHandle
}

const isUnavailable = (state: SubscriptionHandle['state']): boolean =>
  state.state === 'failed' && (state.error as { error?: unknown }).error === AWAY

const groupOf = (asked: Asked): string | undefined => {
  if ('board' in asked) return asked.board.groupId
  if ('recent' in asked) return asked.recent.groupId
  return 'group' in asked ? asked.group : asked.machines
}

/** Subscribes to boards, score lists and groups, and checks what it sees against `Truth`. */
export class Viewer {
  readonly player: Player
  /** the user it is logged in as; null: none */
  readonly userId: string | null
  #watched: Watched[] = []

  constructor(player: Player, userId: string | null = null) {
    this.player = player
    this.userId = userId
  }

  get watching(): number {
    return this.#watched.length
  }

  watchBoard(board: BoardAsked): SubscriptionHandle {
    const { machineId, groupId, ...rest } = board
    const scope = groupId === undefined ? { machineId } : { groupId, machineId }
    return this.#watch('boards.top', { scope, ...rest }, { board })
  }

  watchRecent(recent: RecentAsked): SubscriptionHandle {
    return this.#watch('scores.recent', { ...recent }, { recent })
  }

  /** Subscribes to a group with its members. */
  watchGroup(groupId: string): SubscriptionHandle {
    return this.#watch('groups.one', { groupId }, { group: groupId })
  }

  /** Subscribes to the machines that a group has played. */
  watchMachines(groupId: string): SubscriptionHandle {
    return this.#watch('groups.machines', { groupId }, { machines: groupId })
  }

  stopOne(at: number): void {
    for (const { handle } of this.#watched.splice(at, 1)) handle.stop()
  }

  stopAll(): void {
    for (const { handle } of this.#watched.splice(0)) handle.stop()
  }

  /**
   * Resolves when the viewer is connected, every subscription is ready or refused, and everything that the server sent before has arrived.
   * Subscribes again where a read failed.
   */
  async whole(machineId: string): Promise<void> {
    this.player.client.connect()
    for (let left = this.#watched; left.length > 0; left = left.filter(({ handle: { state } }) => isUnavailable(state))) {
      for (const each of left) if (isUnavailable(each.handle.state)) this.#again(each)
      await Promise.allSettled(left.map(({ handle }) => handle.ready))
    }
    await ask(this.player, 'boards.place', { scope: { machineId }, userId: 'nobody' })
  }

  /**
   * Views are loaded again in parallel to the change log's loop, so what is seen may lag behind. Checks again after each change of the
   * documents, for `PATIENCE` ms.
   * @param mayHaveLost true if the viewer may have been refused access to the group, or lost it
   */
  async expectTruth(truth: Truth, hint: string, mayHaveLost: (groupId: string) => boolean = () => false): Promise<void> {
    for (const until = performance.now() + PATIENCE; ; ) {
      const changed = this.#nextChange(until - performance.now())
      try {
        return await this.#expectTruth(truth, hint, mayHaveLost)
      } catch (error) {
        if (performance.now() >= until) throw error
      }
      await changed
    }
  }

  /** Resolves with the next change of a document that is compared, or after `ms`. */
  #nextChange(ms: number): Promise<void> {
    return new Promise(resolve => {
      const stops = COLLECTIONS.map(name => this.player.client.store.collection(name).listen(() => done()))
      const timer = setTimeout(() => done(), Math.max(0, ms))
      const done = (): void => {
        clearTimeout(timer)
        for (const stop of stops) stop()
        resolve()
      }
    })
  }

  async #expectTruth(truth: Truth, hint: string, mayHaveLost: (groupId: string) => boolean): Promise<void> {
    const wanted = {
      boardRows: new Map<string, Fields>(),
      boards: new Map<string, Fields>(),
      scores: new Map<string, Fields>(),
      groups: new Map<string, Fields>(),
      members: new Map<string, Fields>(),
      groupMachines: new Map<string, Fields>(),
    }
    for (const { handle, asked } of this.#watched) {
      const groupId = groupOf(asked)
      if (groupId !== undefined && handle.state.state === 'failed' && mayHaveLost(groupId)) {
        expect(handle.state.error, `${JSON.stringify(asked)}, ${hint}`).toMatchObject({ error: 404 })
        continue
      }
      expect(handle.state, `${JSON.stringify(asked)}, ${hint}`).toEqual({ state: 'ready' })
      if (groupId !== undefined) expect(truth.maySee(groupId, this.userId), `${JSON.stringify(asked)}, ${hint}`).toBe(true)
      if ('recent' in asked) put(wanted.scores, this.#recent(truth, asked.recent))
      else if ('machines' in asked) put(wanted.groupMachines, truth.groupMachines(asked.machines))
      else if ('group' in asked) {
        const { group, members } = truth.group(asked.group)
        put(wanted.groups, [group])
        put(wanted.members, members)
      } else {
        const { board, rows } = await truth.board(asked.board)
        put(wanted.boards, [board])
        put(wanted.boardRows, rows)
      }
    }
    for (const [collection, documents] of Object.entries(wanted)) {
      expect(sorted(held(this.player.client, collection)), `${collection} of a viewer, ${hint}`).toEqual(sorted(documents))
    }
  }

  /** A page with `before` does not gain scores later: those that it shows must be correct, but others may be missing. */
  #recent(truth: Truth, asked: RecentAsked): Iterable<readonly [string, Fields]> {
    if (asked.before === undefined) return truth.recent(asked)
    const shown = held(this.player.client, 'scores')
    return [...truth.recent({ ...asked, limit: Number.POSITIVE_INFINITY })].filter(([id]) => shown.has(id))
  }

  #watch(name: string, input: { [key: string]: unknown }, asked: Asked): SubscriptionHandle {
    const subscribe = (): SubscriptionHandle => this.player.client.subscribe(name, [input as never])
    const handle = subscribe()
    this.#watched.push({ handle, asked, subscribe })
    return handle
  }

  #again(watched: Watched): void {
    watched.handle.stop()
    watched.handle = watched.subscribe()
  }
}

function put(into: Map<string, Fields>, documents: Iterable<readonly [string, Fields]>): void {
  for (const [id, fields] of documents) into.set(id, fields)
}

const sorted = (documents: Map<string, Fields>) => Object.fromEntries([...documents].sort(([a], [b]) => (a < b ? -1 : 1)))
