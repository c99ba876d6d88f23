import { expect } from 'vitest'
import type { SubscriptionHandle } from '../../src/ddp/client/subscriptions.ts'
import type { Fields } from '../../src/ddp/wire/ejson.ts'
import { ask, held, type Player } from './player.ts'
import type { BoardAsked, RecentAsked, Truth } from './truth.ts'

type Watched = { handle: SubscriptionHandle } & ({ board: BoardAsked; recent?: never } | { recent: RecentAsked; board?: never })

/** Watches boards and feeds, and can say whether it sees the truth. */
export class Viewer {
  readonly player: Player
  #watched: Watched[] = []

  constructor(player: Player) {
    this.player = player
  }

  get watching(): number {
    return this.#watched.length
  }

  watchBoard(board: BoardAsked): SubscriptionHandle {
    const { machineId, ...rest } = board
    const handle = this.player.client.subscribe('boards.top', [{ scope: { machineId }, ...rest }])
    this.#watched.push({ handle, board })
    return handle
  }

  watchRecent(recent: RecentAsked): SubscriptionHandle {
    const handle = this.player.client.subscribe('scores.recent', [{ ...recent }])
    this.#watched.push({ handle, recent })
    return handle
  }

  stopOne(at: number): void {
    for (const { handle } of this.#watched.splice(at, 1)) handle.stop()
  }

  stopAll(): void {
    for (const { handle } of this.#watched.splice(0)) handle.stop()
  }

  /** Resolves when it is connected, all it asked for has come, and so has whatever the server sent before now. */
  async whole(machineId: string): Promise<void> {
    this.player.client.connect()
    await Promise.all(this.#watched.map(({ handle }) => handle.ready))
    await ask(this.player, 'boards.place', { scope: { machineId }, userId: 'nobody' })
  }

  async expectTruth(truth: Truth, hint: string): Promise<void> {
    const rows = new Map<string, Fields>()
    const boards = new Map<string, Fields>()
    const scores = new Map<string, Fields>()
    for (const { board, recent } of this.#watched) {
      if (recent !== undefined) for (const [id, fields] of truth.recent(recent)) scores.set(id, fields)
      else {
        const answer = await truth.board(board)
        boards.set(...answer.board)
        for (const [id, fields] of answer.rows) rows.set(id, fields)
      }
    }
    const { client } = this.player
    for (const [collection, wanted] of Object.entries({ boardRows: rows, boards, scores })) {
      expect(sorted(held(client, collection)), `${collection} of a viewer, ${hint}`).toEqual(sorted(wanted))
    }
  }
}

const sorted = (documents: Map<string, Fields>) => Object.fromEntries([...documents].sort(([a], [b]) => (a < b ? -1 : 1)))
