import { type ReactNode, useState } from 'react'
import * as m from '#messages'
import { Button } from '../../../../platform/ui/controls/Button.tsx'
import { List } from '../../../../platform/ui/controls/List.tsx'
import { cx } from '../../../../platform/ui/cx.ts'
import { ordinal } from '../../../../platform/ui/format/ssr-format.ts'
import { Link } from '../../../../platform/ui/navigation/Link.tsx'
import { Avatar } from '../../../../platform/ui/pictures/Avatar.tsx'
import { PlayerLink } from '../../../players/ui/PlayerLink.tsx'
import { type EventFormat, roundRules } from '../../formats/registry.ts'
import { formatLabels } from '../../formats/ui/labels.ts'
import type { Agreement } from '../../rules/result-agreement.ts'
import { placesInGroup } from '../../rules/rounds.ts'
import { shownPoints } from '../../rules/standings/points.ts'
import { nthPlace } from '../labels/number-labels.ts'
import { WaitingResultNote } from '../results/WaitingResult.tsx'
import type { Entrant } from '../use-event.ts'
import { gameTitle } from './games-of-group.ts'
import styles from './Rounds.module.css'
import type { PlayedGroup } from './use-rounds.ts'

const STATES = { playing: m.events_group_playing, entered: m.events_group_entered, confirmed: m.events_group_confirmed } as const

function stateLabel({ state, contested }: PlayedGroup, agreement: Agreement): string {
  if (contested !== undefined) return m.events_agreement_contested()
  return state === 'entered' && agreement === 'two' ? m.events_agreement_waits() : STATES[state]()
}

export interface GroupCardProps {
  format: EventFormat
  agreement: Agreement
  group: PlayedGroup
  machineName: string
  entrants: ReadonlyMap<string, Entrant>
  /** id of the user's own entrant */
  ownEntrantId?: string | undefined
  /** how many players are shown at first; left out: all */
  shownPlayers?: number | undefined
  /** the user's actions on the group */
  children?: ReactNode
}

/** What the card shows about each player of a finished game: the place, if it counts, and what it is worth. */
function listOutcomes(format: EventFormat, { machineId, entrantIds, result, places }: PlayedGroup) {
  const rules = roundRules(format)
  if (result === undefined || rules === null) return new Map<string, { place: string; worth: string }>()
  const group = { machineId, entrantIds, order: result, ...(places === undefined ? {} : { places }) }
  return new Map(
    [...placesInGroup({ groups: [group], byes: [] })].map(({ entrantId, place, tied }) => {
      const game = { place, size: result.length, tied }
      const { points, ...figures } = rules.gameFigures(game)
      const counts = rules.countsPlace?.(game) ?? true
      return [
        entrantId,
        {
          place: !counts || place === null ? '' : tied > 1 ? m.events_result_tied(nthPlace(place)) : ordinal(place),
          worth: formatLabels(format).game?.({ points: shownPoints(points), ...figures }) ?? '',
        },
      ]
    }),
  )
}

/** One game of a group: its machine, its players and its result. */
export function MatchGroupCard({ format, agreement, group, machineName, entrants, ownEntrantId, shownPlayers, children }: GroupCardProps) {
  const { machineId, entrantIds, result, state } = group
  const outcomes = listOutcomes(format, group)
  const players = result ?? entrantIds
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? players : players.slice(0, shownPlayers)
  return (
    <li className={cx(styles.card, ownEntrantId !== undefined && entrantIds.includes(ownEntrantId) && styles.own)}>
      <div className={styles.head}>
        <span>{gameTitle(group)}</span>
        <span className={styles[state]}>{stateLabel(group, agreement)}</span>
      </div>
      <h3 className={styles.machine}>
        <Link href={`/machines/${machineId}`}>{machineName}</Link>
      </h3>
      <List ordered={result !== undefined} className={styles.players}>
        {shown.map(id => {
          const { username, displayName, avatar } = entrants.get(id) ?? { displayName: m.events_some_player() }
          return (
            <li key={id} className={styles.player}>
              {result !== undefined && <span className={styles.place}>{outcomes.get(id)?.place}</span>}
              <Avatar name={displayName} size="s" picture={avatar} />
              {username === undefined ? (
                <span className={styles.name}>{displayName}</span>
              ) : (
                <PlayerLink username={username} className={styles.name}>
                  {displayName}
                </PlayerLink>
              )}
              {state === 'confirmed' && <span className={styles.points}>{outcomes.get(id)?.worth}</span>}
            </li>
          )
        })}
      </List>
      {shown.length < players.length && (
        <Button kind="plain" onClick={() => setShowsAll(true)}>
          {m.events_result_all_players({ n: players.length })}
        </Button>
      )}
      {children && <div className={styles.acts}>{children}</div>}
      <WaitingResultNote format={format} game={group._id} entrants={entrants} />
    </li>
  )
}
