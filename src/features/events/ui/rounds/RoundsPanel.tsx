import { useState } from 'react'
import * as m from '#messages'
import { errorMessage, useSubscription } from '../../../../platform/live/hooks.ts'
import { Button } from '../../../../platform/ui/controls/Button.tsx'
import { Link } from '../../../../platform/ui/controls/Link.tsx'
import { renderMessage } from '../../../../platform/ui/format/rich-message.tsx'
import { EmptyState } from '../../../../platform/ui/states/EmptyState.tsx'
import { ErrorState } from '../../../../platform/ui/states/ErrorState.tsx'
import { Skeleton } from '../../../../platform/ui/states/Skeleton.tsx'
import { useAccount } from '../../../accounts/ui/use-account.ts'
import { eventsEntrants } from '../../contract/entrants.ts'
import { roundRules } from '../../formats/registry.ts'
import { ActionArea } from '../directing/action-area.tsx'
import type { ShownEvent } from '../types.ts'
import { type Entrant, useEntrants, useEvent } from '../use-event.ts'
import { MatchGroupCard } from './GroupCard.tsx'
import { GroupResult } from './GroupResult.tsx'
import { EarlierRound, LatestRound, progress } from './RoundGroups.tsx'
import styles from './Rounds.module.css'
import { namesTogether } from './result-entry.ts'
import { type PlayedGroup, type PlayedRound, useRounds } from './use-rounds.ts'

/**
 * The rounds of an event with their groups; players and directors can enter results.
 * @param asked number of the round that the page's address names
 */
export function RoundsPanel({ event, asked }: { event: ShownEvent; asked: number | null }) {
  return roundRules(event.format) === null ? null : <Rounds event={event} asked={asked} />
}

function Rounds({ event, asked }: { event: ShownEvent; asked: number | null }) {
  const { format } = event
  const { userId } = useAccount()
  const { machines, directs } = useEvent(event._id)
  useSubscription(eventsEntrants, { eventId: event._id })
  const list = useEntrants(event._id)
  const { live, rounds } = useRounds(event._id)
  const [entering, setEntering] = useState<string | null>(null)
  const [latest] = rounds
  if (latest === undefined && live.state === 'pending') return <Skeleton kind="board-row" count={6} />
  if (latest === undefined && live.state === 'failed') {
    return <ErrorState title={m.events_rounds_failed()}>{errorMessage(live.error)}</ErrorState>
  }
  if (latest === undefined) {
    return (
      <EmptyState title={m.events_no_round()}>
        {event.state === 'upcoming' ? m.events_rounds_soon() : m.events_rounds_none_words()}
      </EmptyState>
    )
  }
  const entrants = new Map(list.map(each => [each._id, each]))
  const own = userId === null ? undefined : list.find(each => each.userId === userId)?._id
  const nameOf = (machineId: string): string => machines.find(each => each.machineId === machineId)?.name ?? m.events_some_machine()
  const mayEnter = ({ entrantIds, state }: PlayedGroup): boolean =>
    (event.state === 'live' && own !== undefined && entrantIds.includes(own) && state !== 'confirmed') ||
    (directs && (event.state === 'live' || event.state === 'finished'))
  const card = (group: PlayedGroup) => (
    <MatchGroupCard key={group._id} format={format} group={group} machineName={nameOf(group.machineId)} entrants={entrants} own={own}>
      {mayEnter(group) && (
        <Button kind={group.state === 'playing' ? 'quiet' : 'plain'} onClick={() => setEntering(group._id)}>
          {group.state === 'playing' ? m.events_rounds_enter() : m.events_rounds_correct()}
        </Button>
      )}
    </MatchGroupCard>
  )
  const open = rounds.flatMap(({ groups }) => groups).find(({ _id }) => _id === entering)
  const ownGroup = own === undefined ? undefined : latest.groups.find(({ entrantIds }) => entrantIds.includes(own))
  return (
    <ActionArea label={m.events_rounds()}>
      <Now
        event={event}
        round={latest}
        {...(own === undefined ? {} : { own })}
        entrants={entrants}
        nameOf={nameOf}
        onEnter={ownGroup !== undefined && mayEnter(ownGroup) ? () => setEntering(ownGroup._id) : undefined}
      />
      <LatestRound
        key={latest._id}
        eventId={event._id}
        format={format}
        round={latest}
        entrants={entrants}
        card={card}
        asked={latest.number === asked}
      />
      {rounds.slice(1).map(round => (
        <EarlierRound
          key={round._id}
          eventId={event._id}
          format={format}
          round={round}
          entrants={entrants}
          card={card}
          asked={round.number === asked}
        />
      ))}
      {open && (
        <GroupResult
          format={event.format}
          group={open}
          machineName={nameOf(open.machineId)}
          entrants={entrants}
          directs={directs}
          onClose={() => setEntering(null)}
        />
      )}
    </ActionArea>
  )
}

interface NowProps {
  event: ShownEvent
  round: PlayedRound
  own?: string
  entrants: ReadonlyMap<string, Entrant>
  nameOf: (machineId: string) => string
  /** undefined: the user may not enter a result */
  onEnter: (() => void) | undefined
}

/** What the user has to do now. Everybody else sees the progress of the round in the same space. */
function Now({ event, round, own, entrants, nameOf, onEnter }: NowProps) {
  if (event.state !== 'live') return null
  const group = round.groups.find(({ entrantIds }) => own !== undefined && entrantIds.includes(own))
  const names = (group?.entrantIds ?? []).filter(id => id !== own).map(id => entrants.get(id)?.displayName ?? m.events_some_player_inside())
  return (
    <div className={styles.now}>
      {group === undefined ? (
        <p className={styles.task}>
          {own !== undefined && round.byes.includes(own) ? m.events_now_bye({ n: round.number }) : m.events_now_round({ n: round.number })}
        </p>
      ) : (
        <p className={styles.task}>
          {renderMessage(m.events_now_play(), {
            machine: () => (
              <strong>
                <Link href={`/machines/${group.machineId}`}>{nameOf(group.machineId)}</Link>
              </strong>
            ),
            names: () => namesTogether(names),
          })}
        </p>
      )}
      <div className={styles.acts}>
        {group?.state === 'playing' && onEnter ? (
          <Button kind="primary" onClick={onEnter}>
            {m.events_rounds_enter()}
          </Button>
        ) : (
          <p className={styles.quiet}>
            {group?.state === 'entered' ? m.events_now_entered() : group ? m.events_now_confirmed() : progress(round)}
          </p>
        )}
      </div>
    </div>
  )
}
