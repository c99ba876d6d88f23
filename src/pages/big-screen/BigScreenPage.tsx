import { roundRules } from '#events/formats/registry.ts'
import { ScreenCode } from '#events/ui/screen/ScreenCode.tsx'
import { ScreenHeader } from '#events/ui/screen/ScreenHeader.tsx'
import { ScreenRound } from '#events/ui/screen/ScreenRound.tsx'
import { ScreenStandings } from '#events/ui/screen/ScreenStandings.tsx'
import styles from '#events/ui/screen/screen.module.css'
import { useFreshPage, useWakeLock } from '#events/ui/screen/use-wake-lock.ts'
import { useEvent } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { isAccessError } from '#platform/live/access-error.ts'
import { errorMessage, useConnection } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import type { RouteMatch } from '#platform/live/route.ts'
import { OfflineBanner } from '#platform/ui/layouts/OfflineBanner.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { ScreenLatest } from './ScreenLatest.tsx'

/** An event on a television, where the page runs all day without any user input. */
export function BigScreenPage({ params }: RouteMatch) {
  const { live, event, machines } = useEvent(params.eventId!)
  const { status } = useConnection().status
  useWakeLock()
  useFreshPage(status === 'failed')
  if (live.state === 'failed' && isAccessError(live.error)) return <ShowNotFound />
  return (
    <main id="main" className={styles.screen} tabIndex={-1}>
      {live.state === 'failed' && (
        <ErrorState page title={m.scores_event_failed()}>
          {errorMessage(live.error)}
        </ErrorState>
      )}
      {event !== undefined && live.state !== 'failed' && (
        <>
          <ScreenHeader event={event} />
          <ScreenStandings event={event} />
          <aside className={styles.aside} aria-label={m.scores_screen_aside()}>
            {roundRules(event.format) !== null ? <ScreenRound event={event} machines={machines} /> : <ScreenLatest event={event} />}
            <ScreenCode event={event} />
          </aside>
        </>
      )}
      <OfflineBanner status={status} />
    </main>
  )
}
