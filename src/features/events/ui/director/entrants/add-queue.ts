import { v7 } from 'uuid'
import type { AddedEntrant, NewEntrant } from '#events/contract/entrants.ts'
import type { TypedPlayer } from '#events/rules/known-players.ts'

/**
 * A player to be added: by the account, as somebody on the group's list of people, or as a guest. `keep`: the guest is put on that list
 */
export interface NewPlayer extends TypedPlayer {
  userId?: string
  personId?: string
  keep?: true
  /** left out: the player is here */
  presence?: 'expected'
}

export interface QueuedPlayer {
  /** identifies the entry on this page, whatever happens to it */
  key: string
  player: NewPlayer
  /** `held`: sent only after the director says so */
  state: 'queued' | 'sending' | 'held'
  /** why the player is held: another has the same name, or what the server or the connection said */
  problem: { kind: 'duplicate' } | { kind: 'failed'; reason: string } | null
  /**
   * what was sent last. The same player is sent again under the same id, so that an attempt whose answer was lost adds nobody twice; one
   * who was changed since gets another id.
   */
  request: { id: string; player: NewPlayer } | null
}

/** What the director has typed and not sent. */
export interface Draft {
  name: string
  ifpaNumber: string
  list: string
}

export interface AddQueueState {
  /** in the order in which they were entered */
  entries: readonly QueuedPlayer[]
  draft: Draft
  /** the players who were added last */
  added: readonly NewPlayer[]
}

export type SendPlayers = (entries: NewEntrant[]) => Promise<{ entrants: readonly AddedEntrant[] }>

/** `events.addPlayers` takes at most this many. */
const BATCH_SIZE = 200

const EMPTY_DRAFT: Draft = { name: '', ifpaNumber: '', list: '' }

function toEntry(id: string, { userId, personId, displayName, ifpaNumber, presence, keep }: NewPlayer): NewEntrant {
  const common = { _id: id, ...(presence === undefined ? {} : { presence }) }
  if (userId !== undefined) return { ...common, userId }
  const numbered = { ...common, ...(ifpaNumber === undefined ? {} : { ifpaNumber }) }
  if (personId !== undefined) return { ...numbered, personId }
  return { ...numbered, displayName, ...(keep === undefined ? {} : { keep }) }
}

const isSamePlayer = (a: NewPlayer, b: NewPlayer): boolean =>
  a.userId === b.userId && a.personId === b.personId && a.displayName === b.displayName && a.ifpaNumber === b.ifpaNumber

/** Returns what adds a player again: by the account, otherwise as the person on the group's list, otherwise as a guest of the same name. */
export const toNewPlayer = ({ userId, personId, displayName, ifpaNumber }: Omit<NewPlayer, 'presence' | 'keep'>): NewPlayer => ({
  displayName,
  ...(userId !== undefined ? { userId } : personId !== undefined ? { personId } : {}),
  ...(ifpaNumber === undefined ? {} : { ifpaNumber }),
})

const newEntry = (player: NewPlayer): QueuedPlayer => ({ key: v7(), player, state: 'queued', problem: null, request: null })

/**
 * The players whom a director is adding to an event. They are sent in the order in which they were entered, one call at a time; those that
 * are entered meanwhile go together into the next call. One that could not be added is held, with the reason, until it is sent again or
 * discarded.
 */
export class AddQueue {
  readonly #describe: (error: unknown) => string
  readonly #listeners = new Set<() => void>()
  #send: SendPlayers | null = null
  #state: AddQueueState = { entries: [], draft: EMPTY_DRAFT, added: [] }
  #running = false

  /** @param describe returns what is shown of an error */
  constructor(describe: (error: unknown) => string) {
    this.#describe = describe
  }

  readonly state = (): AddQueueState => this.#state

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Sets how players are sent; those who were added before are sent now. */
  connect(send: SendPlayers): void {
    this.#send = send
    void this.#run()
  }

  changeDraft(part: Partial<Draft>): void {
    this.#change({ draft: { ...this.#state.draft, ...part } })
  }

  add(players: readonly NewPlayer[]): void {
    this.#change({ entries: [...this.#state.entries, ...players.map(newEntry)] })
    void this.#run()
  }

  /** Keeps a player whose name another has until the director decides. */
  hold(player: NewPlayer): void {
    const entry: QueuedPlayer = { ...newEntry(player), state: 'held', problem: { kind: 'duplicate' } }
    this.#change({ entries: [...this.#state.entries, entry] })
  }

  /** Changes the name of a held player. */
  rename(key: string, displayName: string): void {
    this.#update([key], entry => ({ ...entry, player: { ...entry.player, displayName } }))
  }

  /** Sends held players. */
  release(keys: readonly string[]): void {
    this.#update(keys, entry => ({ ...entry, state: 'queued', problem: null }))
    void this.#run()
  }

  discard(key: string): void {
    this.#change({ entries: this.#state.entries.filter(entry => entry.key !== key) })
  }

  async #run(): Promise<void> {
    if (this.#running || this.#send === null) return
    this.#running = true
    for (;;) {
      const queued = this.#state.entries.filter(({ state }) => state === 'queued').slice(0, BATCH_SIZE)
      if (queued.length === 0) break
      const requests = new Map(
        queued.map(({ key, player, request }) => [
          key,
          { id: request !== null && isSamePlayer(request.player, player) ? request.id : v7(), player },
        ]),
      )
      const keys = [...requests.keys()]
      this.#update(keys, entry => ({ ...entry, state: 'sending', request: requests.get(entry.key)! }))
      try {
        const { entrants } = await this.#send([...requests.values()].map(({ id, player }) => toEntry(id, player)))
        this.#settle(keys, entrants)
      } catch (error) {
        const reason = this.#describe(error)
        this.#update(keys, entry => ({ ...entry, state: 'held', problem: { kind: 'failed', reason } }))
      }
    }
    this.#running = false
  }

  #settle(keys: readonly string[], answers: readonly AddedEntrant[]): void {
    const reasons = new Map(answers.flatMap(answer => ('error' in answer ? [[answer._id, answer.error] as const] : [])))
    const reasonOf = ({ request }: QueuedPlayer): string | undefined => reasons.get(request?.id ?? '')
    const answered = this.#state.entries.filter(({ key }) => keys.includes(key))
    const added = answered.filter(entry => reasonOf(entry) === undefined)
    const entries = this.#state.entries
      .filter(entry => !added.includes(entry))
      .map((entry): QueuedPlayer => {
        const reason = answered.includes(entry) ? reasonOf(entry) : undefined
        return reason === undefined ? entry : { ...entry, state: 'held', problem: { kind: 'failed', reason } }
      })
    this.#change({ entries, ...(added.length === 0 ? {} : { added: added.map(({ player }) => player) }) })
  }

  #update(keys: readonly string[], change: (entry: QueuedPlayer) => QueuedPlayer): void {
    this.#change({ entries: this.#state.entries.map(entry => (keys.includes(entry.key) ? change(entry) : entry)) })
  }

  #change(part: Partial<AddQueueState>): void {
    this.#state = { ...this.#state, ...part }
    for (const listener of [...this.#listeners]) listener()
  }
}
