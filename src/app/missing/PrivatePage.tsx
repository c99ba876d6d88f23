import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useAccount } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { useSource } from '#platform/live/hooks.ts'
import { NotFoundContext } from '#platform/live/not-found-context.tsx'
import type { SubscriptionRequest } from '#platform/live/route.ts'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { type Matched, subscriptionsOf } from '../route-table.tsx'
import { NeutralFrame } from './NeutralFrame.tsx'
import { NotFoundInFrame } from './NotFoundPage.tsx'

/** True when the server has answered all subscriptions for the current user. */
function useAnswered(requests: readonly SubscriptionRequest[]): boolean {
  const source = useSource()
  const key = JSON.stringify(requests)
  const listen = useCallback(
    (listener: () => void) => {
      const stops = (JSON.parse(key) as SubscriptionRequest[]).map(({ name, params }) => source.subscribe(name, params).listen(listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [source, key],
  )
  return useSyncExternalStore(
    listen,
    () => requests.every(({ name, params }) => source.subscribe(name, params).isAnswered()),
    () => false,
  )
}

const NONE: readonly SubscriptionRequest[] = []

/**
 * Shows the neutral frame until it is known who the reader is and what the server answers them; from then on the page, which shows the
 * not-found page itself if the reader may not see it. The first render is always the frame, because the server does not know the reader.
 * A screen reader is told that the page is loading, and then its title.
 */
export function PrivatePage({ matched, children }: { matched: Matched; children: ReactNode }) {
  // Once shown, the page stays: it may contain a form, and each reconnect logs in again.
  const [isOpen, setOpen] = useState(false)
  const { state } = useAccount()
  const isAnswered = useAnswered(isOpen ? NONE : subscriptionsOf(matched))
  const opens = isOpen || (isAnswered && (state === 'in' || state === 'out'))
  if (opens && !isOpen) setOpen(true)
  const [hadFrame] = useState(!opens)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (opens && hadFrame) setTitle(document.title)
  }, [opens, hadFrame])
  return (
    <NotFoundContext value={NotFoundInFrame}>
      {hadFrame && (
        <div role="status">
          <VisuallyHidden>{opens ? title : m.ui_loading()}</VisuallyHidden>
        </div>
      )}
      {opens ? children : <NeutralFrame path={matched.route.path} />}
    </NotFoundContext>
  )
}
