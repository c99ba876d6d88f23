import { use, useState } from 'react'
import { useUserId } from '#accounts/ui/session/use-account.ts'
import { eventsEntrants } from '#events/contract/entrants.ts'
import { drawsEachRound, formatRules } from '#events/formats/registry.ts'
import { formatLabels } from '#events/formats/ui/labels.ts'
import { choosingPlayer } from '#events/rules/bracket/choosing-player.ts'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { KioskContext } from '#platform/ui/kiosk/kiosk-context.ts'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { BracketPanel } from '../bracket/BracketPanel.tsx'
import { DeviceKeyContext, useEventSubscription } from '../device/device-key.ts'
import { ActionArea } from '../director/action-area.tsx'
import type { MoveGroupProps } from '../director/rounds/MoveGroup.tsx'
import { machineName } from '../labels/machine-name.ts'
import { MatchmakingPanel } from '../matchmaking/MatchmakingPanel.tsx'
import { WaitingTask } from '../matchmaking/WaitingTask.tsx'
import type { ShownEvent } from '../types.ts'
import { useEntrants, useEvent } from '../use-event.ts'
import { ConfirmEntry } from './ConfirmEntry.tsx'
import { CurrentTask } from './CurrentTask.tsx'
import { GroupResult } from './GroupResult.tsx'
import { currentGame, type PlayedGroup } from './games-of-group.ts'
import { MatchGroupCard } from './MatchGroupCard.tsx'
import { ReportedGameSlot } from './ReportedGameSlot.tsx'
import { EarlierRound, LatestRound } from './RoundGroups.tsx'
import styles from './Rounds.module.css'
import { useRounds } from './use-rounds.ts'

const ChooseMachine = lazyComponent<MoveGroupProps>(async () => (await import('../director/rounds/MoveGroup.tsx')).MoveGroup)

/**
 * The rounds of an event with their groups; players and directors can enter results.
 * @param requestedRound number of the round that the page's address names
 */
export function RoundsPanel({ event, requestedRound }: { event: ShownEvent; requestedRound: number | null }) {
  return formatRules(event.format).rounds === null ? null : <Rounds event={event} requestedRound={requestedRound} />
}

function Rounds({ event, requestedRound }: { event: ShownEvent; requestedRound: number | null }) {
  const { format } = event
  const { bracket, matchmaking } = formatRules(format)
  const isDevice = use(DeviceKeyContext) !== null
  const isKiosk = use(KioskContext)
  const userId = useUserId()
  const { machines, isScorekeeper } = useEvent(event._id)
  useEventSubscription(eventsEntrants, { eventId: event._id })
  const list = useEntrants(event._id)
  const { live, rounds } = useRounds(event._id)
  const [entering, setEntering] = useState<string | null>(null)
  const [choosing, setChoosing] = useState<string | null>(null)
  const [latest] = rounds
  if (latest === undefined && live.state === 'pending') return <Skeleton kind="board-row" count={6} />
  if (latest === undefined && live.state === 'failed') {
    return <ErrorState title={m.events_rounds_failed()}>{errorMessage(live.error)}</ErrorState>
  }
  if (latest === undefined) {
    return <EmptyState title={m.events_no_round()}>{m.events_rounds_soon()}</EmptyState>
  }
  const entrants = new Map(list.map(each => [each._id, each]))
  const ownEntrantId = userId === null || isDevice ? undefined : list.find(each => each.userId === userId)?._id
  const getMachineName = (machineId: string): string => machineName(event, machines, machineId)
  const mayEnter = ({ entrantIds, state }: PlayedGroup): boolean =>
    ((event.state === 'live' || event.state === 'upcoming') &&
      ownEntrantId !== undefined &&
      entrantIds.includes(ownEntrantId) &&
      state !== 'confirmed') ||
    (isScorekeeper && event.state !== 'cancelled' && (!isKiosk || state !== 'confirmed'))
  const agreement = event.agreement ?? 'director'
  // Where the director draws once, games of several rounds are played at once.
  const games = drawsEachRound(format.kind) ? latest.groups : [...rounds].reverse().flatMap(({ groups }) => groups)
  const latestOwn = currentGame(games, ownEntrantId)
  // Who has played waits for the next game.
  const ownGroup = matchmaking !== undefined && latestOwn?.state === 'confirmed' ? undefined : latestOwn
  const own = ownEntrantId === undefined ? undefined : entrants.get(ownEntrantId)
  const mayConfirm = (group: PlayedGroup): boolean =>
    agreement === 'two' &&
    group.state === 'entered' &&
    group.contested === undefined &&
    !isScorekeeper &&
    mayEnter(group) &&
    group.enteredBy?.includes(ownEntrantId!) === false
  // The server decides; this only says to whom the choice is offered.
  const mayChoose = (group: PlayedGroup): boolean => {
    if (group.machineId !== '' || (event.state !== 'live' && event.state !== 'upcoming')) return false
    const own = games
      .filter(({ groupId }) => groupId === group.groupId)
      .map(({ result }) => (result === undefined ? {} : { order: result }))
    const field = rounds.at(-1)?.field ?? []
    const chooser = bracket && choosingPlayer(bracket, field, { entrantIds: group.entrantIds, games: own }, group.game)
    return chooser ? chooser === ownEntrantId : event.machineDraw === 'manual' && agreement !== 'director'
  }
  const choosingGroup = games.find(({ _id }) => _id === choosing)
  const renderCard = (group: PlayedGroup, shownPlayers?: number, title?: string) => (
    <MatchGroupCard
      key={group._id}
      event={event}
      group={group}
      machineName={getMachineName(group.machineId)}
      entrants={entrants}
      ownEntrantId={ownEntrantId}
      shownPlayers={shownPlayers}
      title={title}
    >
      {mayConfirm(group) && group !== ownGroup && <ConfirmEntry group={group} />}
      {group.contested && <p className={cx(layout.quiet, styles.quiet)}>{m.events_agreement_contested_words()}</p>}
      {/* For the own game the button is in `CurrentTask`: here it would move the cards below when the login is known. */}
      {mayEnter(group) && (isScorekeeper || group !== ownGroup) && (
        // One below the other, so that names keep their room on a desk.
        <div className={layout.stack2}>
          <Button kind={group.state === 'playing' ? 'quiet' : 'plain'} onClick={() => setEntering(group._id)}>
            {group.state === 'playing' ? m.events_result_enter() : m.events_result_edit()}
          </Button>
          {/* It comes when a game ends, so the button before it stays where it is. */}
          {isScorekeeper && <ReportedGameSlot group={group} entrants={entrants} isOfficial />}
        </div>
      )}
    </MatchGroupCard>
  )
  const openGroup = rounds.flatMap(({ groups }) => groups).find(({ _id }) => _id === entering)
  return (
    <ActionArea label={m.ui_rounds()}>
      <CurrentTask
        event={event}
        round={latest}
        group={ownGroup}
        {...(ownEntrantId === undefined ? {} : { ownEntrantId })}
        entrants={entrants}
        getMachineName={getMachineName}
        report={
          ownGroup !== undefined &&
          !isScorekeeper &&
          mayEnter(ownGroup) && <ReportedGameSlot group={ownGroup} entrants={entrants} isOfficial={false} />
        }
        onEnter={ownGroup !== undefined && mayEnter(ownGroup) ? () => setEntering(ownGroup._id) : undefined}
        mayConfirm={ownGroup !== undefined && mayConfirm(ownGroup)}
        onChoose={ownGroup !== undefined && mayChoose(ownGroup) ? () => setChoosing(ownGroup._id) : undefined}
      />
      {matchmaking !== undefined && ownGroup === undefined && own !== undefined && <WaitingTask event={event} rounds={rounds} own={own} />}
      {matchmaking !== undefined ? (
        <MatchmakingPanel
          event={event}
          rounds={rounds}
          requestedRound={requestedRound}
          entrants={entrants}
          ownEntrantId={ownEntrantId}
          renderCard={renderCard}
        />
      ) : bracket === undefined ? (
        rounds.map((round, i) => {
          const Round = i === 0 ? LatestRound : EarlierRound
          return (
            <Round
              key={round._id}
              eventId={event._id}
              format={format}
              round={round}
              entrants={entrants}
              renderCard={renderCard}
              isRequested={round.number === requestedRound}
            />
          )
        })
      ) : (
        <BracketPanel
          title={formatLabels(format).name()}
          rules={bracket}
          rounds={rounds}
          entrants={entrants}
          ownEntrantId={ownEntrantId}
          renderCard={(group, title) => renderCard(group, undefined, title)}
        />
      )}
      {choosingGroup && (
        <ChooseMachine
          event={event}
          group={choosingGroup}
          round={{ ...latest, groups: games }}
          machines={machines}
          onClose={() => setChoosing(null)}
        />
      )}
      {openGroup && (
        <GroupResult
          format={event.format}
          group={openGroup}
          machineName={getMachineName(openGroup.machineId)}
          entrants={entrants}
          isOfficial={isScorekeeper}
          agreement={agreement}
          onClose={() => setEntering(null)}
        />
      )}
    </ActionArea>
  )
}
