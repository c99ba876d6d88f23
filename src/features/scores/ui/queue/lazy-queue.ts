import { type ComponentType, createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { SubmitOutcomeProps } from '../submit/SubmitOutcome.tsx'
import type { QueueListProps } from './QueueList.tsx'
import type { QueueView, ScoreQueue } from './queue.ts'

/** The queue and its components, which are in a separate script that is loaded after the page. */
export interface LoadedQueue {
  queue: ScoreQueue
  List: ComponentType<QueueListProps>
  Outcome: ComponentType<SubmitOutcomeProps>
}

/** Loads the queue's script and holds the queue once it is loaded. */
export class LazyQueue {
  readonly #loadParts: () => Promise<LoadedQueue>
  readonly #listeners = new Set<() => void>()
  #loading: Promise<LoadedQueue> | null = null
  #parts: LoadedQueue | null = null

  constructor(fetch: () => Promise<LoadedQueue>) {
    this.#loadParts = fetch
  }

  readonly parts = (): LoadedQueue | null => this.#parts

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Loads the queue unless it is loaded already. After a failure, the next call tries again. */
  fetch(): Promise<LoadedQueue> {
    this.#loading ??= this.#loadParts().then(
      parts => {
        this.#parts = parts
        for (const listener of this.#listeners) listener()
        return parts
      },
      (error: unknown) => {
        this.#loading = null
        throw error
      },
    )
    return this.#loading
  }
}

/** null during server rendering */
export const QueueContext = createContext<LazyQueue | null>(null)

const noSubscription = (): (() => void) => () => {}
const noQueue = (): null => null
const EMPTY: QueueView = { items: [], ready: false, picture: null }

/** The queue and its contents. During the first render and until the queue has loaded, `parts` is null and `view` is empty. */
export function useQueue(): { parts: LoadedQueue | null; view: QueueView; fetch: () => Promise<LoadedQueue> } {
  const lazyQueue = use(QueueContext)
  const parts = useSyncExternalStore(lazyQueue?.listen ?? noSubscription, lazyQueue?.parts ?? noQueue, noQueue)
  const view = useSyncExternalStore(parts?.queue.listen ?? noSubscription, parts?.queue.view ?? (() => EMPTY), () => EMPTY)
  const fetch = useCallback(
    () => (lazyQueue === null ? Promise.reject(new Error('There is no QueueContext')) : lazyQueue.fetch()),
    [lazyQueue],
  )
  return { parts, view, fetch }
}
