import { useAccount } from '#accounts/ui/session/use-account.ts'
import { EmbedButton } from '#embeds/ui/EmbedButton.tsx'
import { isMatchmade } from '#events/formats/registry.ts'
import { EventHeader } from '#events/ui/EventHeader.tsx'
import { eventTabs } from '#events/ui/event-tabs.ts'
import { type EventTab, eventHref, readEventId, readRound, readShownTab } from '#events/ui/event-url.ts'
import { LazyDirectorTools } from '#events/ui/LazyDirectorTools.tsx'
import { MachineBoards } from '#events/ui/machines/MachineBoards.tsx'
import { Players } from '#events/ui/Players.tsx'
import { RoundsPanel } from '#events/ui/rounds/RoundsPanel.tsx'
import { EventStages } from '#events/ui/stages/EventStages.tsx'
import { EventPodium } from '#events/ui/standings/EventPodium.tsx'
import { Standings } from '#events/ui/standings/Standings.tsx'
import type { ShownEvent } from '#events/ui/types.ts'
import { type Machine, useEvent } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { isAccessError } from '#platform/live/access-error.ts'
import { errorMessage, useSubscription } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import type { RouteMatch } from '#platform/live/route.ts'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { PageTabs } from '#platform/ui/navigation/PageTabs.tsx'
import { ShareLinks } from '#platform/ui/sharing/ShareLinks.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { scoresRecent, scoresVoids } from '#scores/contract/scores.ts'
import { belongsToEvent } from '#scores/ui/cards/belongs-to-event.ts'
import { ScoreList } from '#scores/ui/cards/ScoreList.tsx'
import { machineFacts, useNewRows, useScores } from '#scores/ui/cards/use-scores.ts'
import { useScoresOfEvent } from '#scores/ui/cards/use-voids.ts'
import { EVENT_LATEST, eventScoresInput } from '#scores/ui/query-params.ts'
import { EventSeasons } from '#series/ui/EventSeasons.tsx'
import { ReportedGames } from '#stations/ui/ReportedGames.tsx'

/** One event, with tabs for standings, rounds, machines, latest scores, players, and director tools. */
export function EventPage({ params, query }: RouteMatch) {
  const eventId = params.eventId!
  const { state: account } = useAccount()
  const { live, event, machines, isScorekeeper: hasTools } = useEvent(eventId)
  if (live.state === 'failed' && isAccessError(live.error)) return <ShowNotFound />
  const requestedTab = readShownTab(query)
  const tabs = event === undefined ? [] : eventTabs(event, hasTools)
  const isWaiting = requestedTab === 'direct' && !hasTools && (account === 'unknown' || account === 'busy')
  const currentTab = requestedTab !== null && tabs.includes(requestedTab) ? requestedTab : tabs[0]
  return (
    // The form says which event the score counts in, or why it does not.
    <AppShell current="events" width="board" submitHref={event?.state === 'live' ? `/submit?event=${eventId}` : undefined}>
      {event === undefined && live.state === 'pending' && <Skeleton kind="machine-header" />}
      {live.state === 'failed' && (
        <ErrorState page title={m.scores_event_failed()}>
          {errorMessage(live.error)}
        </ErrorState>
      )}
      {event !== undefined && currentTab !== undefined && live.state !== 'failed' && (
        <div className={layout.stack6}>
          <EventHeader event={event} hasTools={hasTools} showsTools={currentTab === 'direct' || isWaiting} />
          <EventStages event={event} />
          <EventSeasons eventId={eventId} />
          <PageTabs
            label={m.scores_event_parts()}
            tabs={tabs.map(tab => ({
              text: m.scores_event_part({ part: tab === 'rounds' && isMatchmade(event.format.kind) ? 'games' : tab }),
              href: tab === tabs[0] ? eventHref(eventId) : eventHref(eventId, { show: tab }),
              current: tab === currentTab,
            }))}
          />
          {isWaiting ? (
            <Skeleton kind="form" count={3} page />
          ) : (
            <ReportedGames event={event}>
              <TabPanel
                event={event}
                machines={machines}
                tab={currentTab}
                machineId={readEventId(query.machine)}
                round={readRound(query)}
              />
            </ReportedGames>
          )}
          <section className={layout.stack2} aria-label={m.ui_share()}>
            <ShareLinks title={event.name} path={eventHref(eventId)} />
            <div>
              <EmbedButton kind="event" id={eventId} name={event.name} groupId={event.groupId} />
            </div>
          </section>
        </div>
      )}
    </AppShell>
  )
}

interface TabPanelProps {
  event: ShownEvent
  machines: readonly Machine[]
  tab: EventTab
  machineId: string | null
  round: number | null
}

function TabPanel({ event, machines, tab, machineId, round }: TabPanelProps) {
  switch (tab) {
    case 'standings':
      return (
        <>
          <EventPodium event={event} />
          <Standings event={event} machines={machines} />
        </>
      )
    case 'rounds':
      return <RoundsPanel event={event} requestedRound={round} />
    case 'machines':
      return <MachineBoards event={event} machines={machines} machineId={machineId} />
    case 'scores':
      return <LatestScores event={event} />
    case 'players':
      return <Players event={event} />
    case 'direct':
      return <LazyDirectorTools event={event} />
  }
}

function LatestScores({ event }: { event: ShownEvent }) {
  const live = useSubscription(scoresRecent, eventScoresInput(event._id))
  const scores = useScores(EVENT_LATEST, score => belongsToEvent(score, event), [event])
  useSubscription(scoresVoids, { eventId: event._id })
  const shown = useScoresOfEvent(scores)
  const newIds = useNewRows(scores, live.state === 'ready')
  return (
    <section className={layout.stack4} aria-label={m.ui_latest_scores()}>
      {live.state === 'pending' && scores.length === 0 && <Skeleton kind="score-card" count={4} />}
      {live.state === 'failed' && <ErrorState title={m.ui_scores_failed()}>{errorMessage(live.error)}</ErrorState>}
      {live.state === 'ready' && scores.length === 0 && (
        <EmptyState
          title={event.state === 'live' || event.state === 'upcoming' ? m.ui_no_scores() : m.scores_event_none()}
          action={
            event.state === 'live' ? (
              <ButtonLink kind="primary" href={`/submit?event=${event._id}`}>
                {m.ui_add_score()}
              </ButtonLink>
            ) : undefined
          }
        />
      )}
      {scores.length > 0 && (
        <ScoreList
          label={m.scores_latest_in({ name: event.name })}
          scores={shown}
          fresh={newIds}
          machines={machineFacts(scores)}
          eventNames={null}
        />
      )}
    </section>
  )
}
