import { type ReactNode, useState } from 'react'
import type { EventDoc } from '#events/contract/documents.ts'
import { entersStrokes } from '#events/formats/registry.ts'
import { formatLabels } from '#events/formats/ui/labels.ts'
import type { Agreement } from '#events/rules/result-agreement.ts'
import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import { WaitingResultNote } from '../results/WaitingResult.tsx'
import type { Entrant } from '../use-event.ts'
import { gameTitle, type PlayedGroup, titleWithGame } from './games-of-group.ts'
import { ReplacedNotice } from './ReplacedNotice.tsx'
import styles from './Rounds.module.css'
import { finishingOrder } from './result-entry.ts'
import { listOutcomes } from './result-outcomes.ts'

const STATES = { playing: m.events_group_playing, entered: m.events_group_entered, confirmed: m.events_group_confirmed } as const

function stateLabel({ state, contested }: PlayedGroup, agreement: Agreement): string {
  if (contested !== undefined) return m.events_agreement_contested()
  return state === 'entered' && agreement === 'two' ? m.events_agreement_waits() : STATES[state]()
}

export interface GroupCardProps {
  event: Pick<EventDoc, 'format' | 'agreement' | 'playOrder'>
  group: PlayedGroup
  machineName: string
  entrants: ReadonlyMap<string, Entrant>
  /** id of the user's own entrant */
  ownEntrantId?: string | undefined
  /** how many players are shown at first; left out: all */
  shownPlayers?: number | undefined
  /** what is played, such as a semifinal; left out: the number of the group */
  title?: string | undefined
  /** called with a player who was tapped before there is a result; left out: players cannot be tapped */
  onTap?: ((entrantId: string) => void) | undefined
  /** the user's actions on the group */
  children?: ReactNode
}

/** One game of a group: its machine, its players and its result. */
export function MatchGroupCard({
  event,
  group,
  machineName,
  entrants,
  ownEntrantId,
  shownPlayers,
  title,
  onTap,
  children,
}: GroupCardProps) {
  const { format, agreement = 'director', playOrder } = event
  const { machineId, entrantIds, result, scores, state } = group
  const tapLabel = (formatLabels(format).resultEntry ?? finishingOrder).firstTap
  const showsTurns = result === undefined && playOrder !== 'none'
  const outcomes = listOutcomes(format, group)
  const players = result ?? entrantIds
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? players : players.slice(0, shownPlayers)
  return (
    <li className={cx(layout.stack1, styles.card, ownEntrantId !== undefined && entrantIds.includes(ownEntrantId) && styles.own)}>
      <div className={cx(layout.quiet, layout.between, styles.head)}>
        <span>{title === undefined ? gameTitle(group) : titleWithGame(title, group)}</span>
        <span className={styles[state]}>{stateLabel(group, agreement)}</span>
      </div>
      <h3 className={styles.machine}>
        {machineId === '' ? (
          machineName
        ) : (
          <Link className={cx(layout.touch, layout.link)} href={`/machines/${machineId}`}>
            {machineName}
          </Link>
        )}
      </h3>
      <List
        ordered={result !== undefined || showsTurns}
        className={cx(layout.stack, styles.players, showsTurns && styles.turns)}
        {...(showsTurns ? { 'aria-label': m.events_play_order() } : {})}
      >
        {shown.map(id => {
          const { username, displayName, avatar } = entrants.get(id) ?? { displayName: m.ui_a_player() }
          return (
            <li key={id} className={cx(layout.line2, styles.player)}>
              {result !== undefined && <span className={styles.place}>{outcomes.get(id)?.place}</span>}
              <Avatar name={displayName} size="s" picture={avatar} />
              {onTap !== undefined && result === undefined ? (
                <button type="button" className={styles.pick} aria-label={tapLabel(displayName)} onClick={() => onTap(id)}>
                  {displayName}
                </button>
              ) : username === undefined ? (
                <span className={styles.name}>{displayName}</span>
              ) : (
                <PlayerLink username={username} className={cx(layout.link, styles.name)}>
                  {displayName}
                </PlayerLink>
              )}
              {!entersStrokes(format.kind) && typeof scores?.[players.indexOf(id)] === 'number' && (
                <ScoreValue value={scores[players.indexOf(id)]!} size="text" />
              )}
              {state === 'confirmed' && <span className={cx(layout.quiet, styles.points)}>{outcomes.get(id)?.worth}</span>}
            </li>
          )
        })}
      </List>
      {shown.length < players.length && (
        <Button kind="plain" onClick={() => setShowsAll(true)}>
          {m.events_result_all_players({ n: players.length })}
        </Button>
      )}
      <ReplacedNotice format={format} group={group} entrants={entrants} ownEntrantId={ownEntrantId} />
      {children && <div className={cx(layout.row1, styles.acts)}>{children}</div>}
      <WaitingResultNote format={format} game={group._id} entrants={entrants} />
    </li>
  )
}
