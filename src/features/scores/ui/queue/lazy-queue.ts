import { type ComponentType, createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { LazyService } from '#platform/ui/lazy-service.ts'
import { subscribeNever } from '#platform/ui/subscribe-never.ts'
import type { SubmitOutcomeProps } from '../submit/SubmitOutcome.tsx'
import type { QueueListProps } from './QueueList.tsx'
import type { QueueView, ScoreQueue } from './queue.ts'

/** The queue and its components, which are in a separate script that is loaded after the page. */
export interface LoadedQueue {
  queue: ScoreQueue
  List: ComponentType<QueueListProps>
  Outcome: ComponentType<SubmitOutcomeProps>
}

/** null during server rendering */
export const QueueContext = createContext<LazyService<LoadedQueue> | null>(null)

const noQueue = (): null => null
const EMPTY: QueueView = { items: [], ready: false, picture: null }

/** The queue and its contents. During the first render and until the queue has loaded, `parts` is null and `view` is empty. */
export function useQueue(): { parts: LoadedQueue | null; view: QueueView; fetch: () => Promise<LoadedQueue> } {
  const lazyQueue = use(QueueContext)
  const parts = useSyncExternalStore(lazyQueue?.listen ?? subscribeNever, lazyQueue?.current ?? noQueue, noQueue)
  const view = useSyncExternalStore(parts?.queue.listen ?? subscribeNever, parts?.queue.view ?? (() => EMPTY), () => EMPTY)
  const fetch = useCallback(
    () => (lazyQueue === null ? Promise.reject(new Error('There is no QueueContext')) : lazyQueue.load()),
    [lazyQueue],
  )
  return { parts, view, fetch }
}
