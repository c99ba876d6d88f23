import { useEffect } from 'react'
import type { LoadedQueue } from './lazy-queue.ts'
import type { QueueView } from './queue.ts'

/**
 * Marks the user's accepted scores as seen. They are shown until the page is left and then removed from this device.
 * @param userId the signed-in user's id; null: not signed in; undefined: not known yet
 */
export function useMarkSeen(queueParts: LoadedQueue | null, { items }: QueueView, userId: string | null | undefined): void {
  useEffect(() => {
    for (const item of items) if (item.userId === userId) void queueParts?.queue.markSeen(item)
  }, [queueParts, items, userId])
  useEffect(() => {
    if (queueParts === null) return
    const removeSeen = (): void => void queueParts.queue.removeSeen()
    window.addEventListener('pagehide', removeSeen)
    return () => {
      window.removeEventListener('pagehide', removeSeen)
      removeSeen()
    }
  }, [queueParts])
}
