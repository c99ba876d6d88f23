import { type ComponentType, createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { BallFieldProps } from '../submit/BallReachedField.tsx'
import type { SubmitEventProps } from '../submit/SubmitEvent.tsx'
import type { SubmitOutcomeProps } from '../submit/SubmitOutcome.tsx'
import type { QueueListProps } from './QueueList.tsx'
import type { QueueView, ScoreQueue } from './queue.ts'

/** The queue and its components, which are in a separate script that is loaded after the page. */
export interface QueueParts {
  queue: ScoreQueue
  List: ComponentType<QueueListProps>
  Outcome: ComponentType<SubmitOutcomeProps>
  Event: ComponentType<SubmitEventProps>
  Ball: ComponentType<BallFieldProps>
}

/** Loads the queue's script and holds the queue once it is loaded. */
export class LaterQueue {
  readonly #fetch: () => Promise<QueueParts>
  readonly #listeners = new Set<() => void>()
  #fetching: Promise<QueueParts> | null = null
  #parts: QueueParts | null = null

  constructor(fetch: () => Promise<QueueParts>) {
    this.#fetch = fetch
  }

  readonly parts = (): QueueParts | null => this.#parts

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Loads the queue unless it is loaded already. After a failure, the next call tries again. */
  fetch(): Promise<QueueParts> {
    this.#fetching ??= this.#fetch().then(
      parts => {
        this.#parts = parts
        for (const listener of this.#listeners) listener()
        return parts
      },
      (error: unknown) => {
        this.#fetching = null
        throw error
      },
    )
    return this.#fetching
  }
}

/** null during server rendering */
export const QueueContext = createContext<LaterQueue | null>(null)

const never = (): (() => void) => () => {}
const nothing = (): null => null
const EMPTY: QueueView = { items: [], ready: false, picture: null }

/** The queue and its contents. During the first render and until the queue has loaded, `parts` is null and `view` is empty. */
export function useQueue(): { parts: QueueParts | null; view: QueueView; fetch: () => Promise<QueueParts> } {
  const later = use(QueueContext)
  const parts = useSyncExternalStore(later?.listen ?? never, later?.parts ?? nothing, nothing)
  const view = useSyncExternalStore(parts?.queue.listen ?? never, parts?.queue.view ?? (() => EMPTY), () => EMPTY)
  const fetch = useCallback(() => (later === null ? Promise.reject(new Error('There is no QueueContext')) : later.fetch()), [later])
  return { parts, view, fetch }
}
