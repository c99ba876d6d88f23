import type { ComponentProps, ReactNode } from 'react'
import { isBracket, isMatchmade, roundRules } from '#events/formats/registry.ts'
import { openGames, waitingPlayers } from '#events/ui/matchmaking/waiting-players.ts'
import { useRounds } from '#events/ui/rounds/use-rounds.ts'
import { ScreenBracket } from '#events/ui/screen/ScreenBracket.tsx'
import { ScreenCode } from '#events/ui/screen/ScreenCode.tsx'
import { ScreenHeader } from '#events/ui/screen/ScreenHeader.tsx'
import { ScreenRound } from '#events/ui/screen/ScreenRound.tsx'
import { ScreenRoundCall } from '#events/ui/screen/ScreenRoundCall.tsx'
import { ScreenStandings } from '#events/ui/screen/ScreenStandings.tsx'
import styles from '#events/ui/screen/screen.module.css'
import { useCalledRound } from '#events/ui/screen/use-called-round.ts'
import { useDisplayFont } from '#events/ui/screen/use-display-font.ts'
import { useRoundNames } from '#events/ui/screen/use-round-names.ts'
import { useFreshPage, useWakeLock } from '#events/ui/screen/use-wake-lock.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import { type Machine, useEvent } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { isAccessError } from '#platform/live/access-error.ts'
import { errorMessage, useConnection } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import type { RouteMatch } from '#platform/live/route.ts'
import { OfflineBanner } from '#platform/ui/layouts/OfflineBanner.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { ScreenLive } from '#stations/ui/ScreenLive.tsx'
import { ScreenLatest } from './ScreenLatest.tsx'

/** An event on a television, where the page runs all day without any user input. */
export function BigScreenPage({ params }: RouteMatch) {
  const { live, event, machines } = useEvent(params.eventId!)
  const { status } = useConnection().status
  useWakeLock()
  useDisplayFont()
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
          {roundRules(event.format) === null ? (
            <>
              <ScreenStandings event={event} />
              <Aside event={event}>
                <ScreenLatest event={event} />
              </Aside>
            </>
          ) : (
            <RoundScreen event={event} machines={machines} />
          )}
        </>
      )}
      <OfflineBanner status={status} />
    </main>
  )
}

function Aside({ event, drawn, children }: ComponentProps<typeof ScreenLive> & { children: ReactNode }) {
  return (
    <aside className={styles.aside} aria-label={m.scores_screen_aside()}>
      {children}
      <ScreenLive event={event} drawn={drawn} />
      <ScreenCode event={event} />
    </aside>
  )
}

/** How many of those who wait for a game are named on a big screen. */
const NEXT_PLAYERS = 6

/** The standings beside the latest round. A round that has just been drawn is called out in their place for a while. */
function RoundScreen({ event, machines }: { event: ShownEvent; machines: readonly Machine[] }) {
  const { live, rounds } = useRounds(event._id)
  const names = useRoundNames(event, machines)
  const { called, end } = useCalledRound(rounds[0], live.state === 'ready')
  const isOver = event.state === 'finished' || event.state === 'cancelled'
  const isInBracket = isBracket(event.format.kind)
  const isOneByOne = isMatchmade(event.format.kind)
  if (called !== null && !isOver && !isInBracket && !isOneByOne)
    return <ScreenRoundCall key={called._id} round={called} names={names} onEnd={end} />
  // Where the director draws once, games of several rounds are played at once.
  const isDrawnOnce = isInBracket || isOneByOne
  const byes = waitingPlayers(rounds).entrantIds.slice(0, NEXT_PLAYERS)
  const round = isDrawnOnce && rounds[0] !== undefined ? { ...rounds[0], byes, groups: openGames(rounds) } : rounds[0]
  return (
    <>
      {isInBracket && !isOver ? <ScreenBracket event={event} rounds={rounds} names={names} /> : <ScreenStandings event={event} />}
      <Aside event={event} drawn={event.playOrder === 'none' ? undefined : { games: rounds.flatMap(({ groups }) => groups), names }}>
        <ScreenRound
          round={round}
          names={names}
          title={isDrawnOnce ? m.events_now_playing() : undefined}
          byesTitle={isOneByOne ? m.events_queue_next() : undefined}
        />
      </Aside>
    </>
  )
}
