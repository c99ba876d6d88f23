import type { ReactNode } from 'react'
import * as m from '#messages'
import { Link } from '../../../../platform/ui/controls/Link.tsx'
import { cx } from '../../../../platform/ui/cx.ts'
import { ordinal } from '../../../../platform/ui/format/ssr-format.ts'
import { Avatar } from '../../../../platform/ui/pictures/Avatar.tsx'
import { PlayerLink } from '../../../players/ui/PlayerLink.tsx'
import type { EventFormat } from '../../formats/registry.ts'
import { formatLabels } from '../../formats/ui/labels.ts'
import type { Entrant } from '../use-event.ts'
import styles from './Rounds.module.css'
import type { PlayedGroup } from './use-rounds.ts'

const STATES = { playing: m.events_group_playing, entered: m.events_group_entered, confirmed: m.events_group_confirmed } as const

export interface GroupCardProps {
  format: EventFormat
  group: PlayedGroup
  machineName: string
  entrants: ReadonlyMap<string, Entrant>
  /** id of the user's own entrant */
  own?: string | undefined
  /** the user's actions on the group */
  children?: ReactNode
}

/** One group of a round: its machine, its players and its result. */
export function MatchGroupCard({ format, group, machineName, entrants, own, children }: GroupCardProps) {
  const { number, machineId, entrantIds, result, state } = group
  const worth = formatLabels(format).placesWorth?.(format, entrantIds.length) ?? []
  const List = result === undefined ? 'ul' : 'ol'
  return (
    <li className={cx(styles.card, own !== undefined && entrantIds.includes(own) && styles.own)}>
      <div className={styles.head}>
        <span>{m.events_group({ n: number })}</span>
        <span className={styles[state]}>{STATES[state]()}</span>
      </div>
      <h3 className={styles.machine}>
        <Link href={`/machines/${machineId}`}>{machineName}</Link>
      </h3>
      <List className={styles.players} role="list">
        {(result ?? entrantIds).map((id, i) => {
          const { username, displayName, avatar } = entrants.get(id) ?? { displayName: m.events_some_player() }
          return (
            <li key={id} className={styles.player}>
              {result !== undefined && <span className={styles.place}>{ordinal(i + 1)}</span>}
              <Avatar name={displayName} size="s" picture={avatar} />
              {username === undefined ? (
                <span className={styles.name}>{displayName}</span>
              ) : (
                <PlayerLink username={username} className={styles.name}>
                  {displayName}
                </PlayerLink>
              )}
              {state === 'confirmed' && <span className={styles.points}>{worth[i]}</span>}
            </li>
          )
        })}
      </List>
      {children && <div className={styles.acts}>{children}</div>}
    </li>
  )
}
