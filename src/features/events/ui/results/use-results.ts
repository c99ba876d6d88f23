import { use, useEffect, useRef, useSyncExternalStore } from 'react'
import { useSession } from '#accounts/ui/session/use-account.ts'
import { eventsResult } from '#events/contract/rounds.ts'
import { subscribeNever } from '#platform/ui/subscribe-never.ts'
import { DeviceKeyContext, useScorekeeperMethod } from '../device/device-key.ts'
import { gameKey } from '../rounds/games-of-group.ts'
import type { EnteredGame, ResultOutcome, ResultQueue, WaitingResult } from './result-queue.ts'
import { ResultQueueContext } from './result-queue-context.ts'

const NONE: readonly WaitingResult[] = []

/** The results that wait on this device, and their queue: null in the first render and until its script has loaded. */
function useResultQueue(): { queue: ResultQueue | null; items: readonly WaitingResult[] } {
  const lazy = use(ResultQueueContext)
  // After a failure it is fetched again with the next connection.
  useEffect(() => void lazy?.load().catch(() => {}), [lazy])
  const queue = useSyncExternalStore(lazy?.listen ?? subscribeNever, lazy?.current ?? (() => null), () => null)
  const items = useSyncExternalStore(queue?.listen ?? subscribeNever, queue?.items ?? (() => NONE), () => NONE)
  return { queue, items }
}

/** Id of the user who enters results on this page; null: the page is that of a device that keeps the event's scores. */
function useEnteringUser(): string | null {
  const { session } = useSession()
  const isDevice = use(DeviceKeyContext) !== null
  return isDevice ? null : (session?.expected ?? null)
}

/** The result of a game that the reader has entered and that waits on this device; null: none does. @param game as `PlayedGroup._id` */
export function useWaitingResult(game: string): { queue: ResultQueue; item: WaitingResult } | null {
  const { queue, items } = useResultQueue()
  const userId = useEnteringUser()
  const item = items.find(({ entered, ...each }) => each.userId === userId && gameKey(entered.groupId, entered.game) === game)
  return queue === null || item === undefined ? null : { queue, item }
}

/**
 * Returns a function that enters a result. Without a connection it is kept on this device and sent later. A refusal is thrown, for the
 * dialog that shows it; if the dialog is closed by then, it is shown at the game instead.
 */
export function useSendResult(): (entered: EnteredGame) => Promise<ResultOutcome> {
  const { queue } = useResultQueue()
  const userId = useEnteringUser()
  const isDevice = use(DeviceKeyContext) !== null
  const sendAtOnce = useScorekeeperMethod(eventsResult)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return async entered => {
    if (queue === null || (userId === null && !isDevice)) return sendAtOnce(entered)
    try {
      return await queue.enter(userId, entered)
    } catch (error) {
      if (isShown.current) await queue.discardEntry(userId, entered)
      throw error
    }
  }
}
