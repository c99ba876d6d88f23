import { useEffect } from 'react'
import type { QueueParts } from './lazy-queue.ts'
import type { QueueView } from './queue.ts'

/**
 * Marks the user's accepted scores as seen. They are shown until the page is left and then removed from this device.
 * @param userId the signed-in user's id; null: not signed in; undefined: not known yet
 */
export function useSeen(parts: QueueParts | null, { items }: QueueView, userId: string | null | undefined): void {
  useEffect(() => {
    for (const item of items) if (item.userId === userId) void parts?.queue.see(item)
  }, [parts, items, userId])
  useEffect(() => {
    if (parts === null) return
    const leave = (): void => void parts.queue.forgetSeen()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [parts])
}
