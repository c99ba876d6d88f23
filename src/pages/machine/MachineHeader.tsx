import type { ReactNode } from 'react'
import * as m from '#messages'
import {
  type BackglassMachineType,
  displayLabel,
  type MachineDisplay,
  machineTypeLabel,
} from '../../features/machines/rules/backglass-style.ts'
import { MachineThumb } from '../../features/machines/ui/MachineThumb.tsx'
import { ScoreValue } from '../../features/machines/ui/ScoreValue.tsx'
import { PlayerLink } from '../../features/players/ui/PlayerLink.tsx'
import type { BoardTableRow } from '../../features/scores/ui/boards/BoardTable.tsx'
import { Link } from '../../platform/ui/controls/Link.tsx'
import { plainNumber } from '../../platform/ui/format/ssr-format.ts'
import { Avatar } from '../../platform/ui/pictures/Avatar.tsx'
import { PictureViewer } from '../../platform/ui/pictures/PictureViewer.tsx'
import { type ShownPicture, smallest } from '../../platform/ui/pictures/pictures.ts'
import { TimeAgo } from '../../platform/ui/time/TimeAgo.tsx'
import styles from './MachineHeader.module.css'

export type HeaderMachine = {
  name: string
  manufacturer: string
  /** Absent if the catalogue does not know it. */
  year?: number
  type: BackglassMachineType
  display?: MachineDisplay
  /** How many players one game allows: 1, 2, 4 or 6. */
  playerCount?: number
  backglass?: ShownPicture
}

type Champion = Pick<BoardTableRow, 'scoreId' | 'username' | 'displayName' | 'value' | 'achievedAt' | 'picture'>

export type MachineHeaderProps = {
  machine: HeaderMachine
  /** Number of players with a score on the machine. */
  players: number
  record?: Champion | undefined
  /** Actions, such as "Add score". */
  children?: ReactNode
}

export function MachineHeader({ machine, players, record, children }: MachineHeaderProps) {
  const facts: string[] = [
    machineTypeLabel[machine.type](),
    machine.display && displayLabel[machine.display](),
    machine.playerCount && m.machines_fact_seats({ count: machine.playerCount, n: machine.playerCount }),
  ].filter(fact => typeof fact === 'string')
  return (
    <header className={styles.header}>
      {machine.backglass === undefined ? (
        <MachineThumb name={machine.name} year={machine.year} type={machine.type} display={machine.display} size="l" />
      ) : (
        <div className={styles.backglass}>
          <PictureViewer
            picture={machine.backglass}
            alt={m.machines_fact_backglass({ name: machine.name })}
            sizes="(min-width: 45rem) 16rem, 38vw"
            caption={<p>{machine.name}</p>}
            eager
          />
        </div>
      )}
      <div className={styles.title}>
        <h1>{machine.name}</h1>
        <p className={styles.maker}>
          {machine.manufacturer}
          {machine.year !== undefined && `${m.ui_list_comma()}${machine.year}`}
        </p>
        <p className={styles.facts}>{facts.join(m.ui_list_comma())}</p>
        <p className={styles.facts}>
          {players === 0 ? m.machines_fact_nobody() : m.machines_fact_players({ count: players, n: plainNumber(players) })}
        </p>
      </div>
      {record && (
        <div className={styles.record}>
          <Avatar name={record.displayName} picture={smallest(record.picture)} />
          <div className={styles.holder}>
            <p className={styles.crown}>{m.scores_champion()}</p>
            <p>
              <PlayerLink className={styles.player} username={record.username}>
                {record.displayName}
              </PlayerLink>{' '}
              <TimeAgo at={record.achievedAt} />
            </p>
          </div>
          <p className={styles.value}>
            <Link href={`/scores/${record.scoreId}`}>
              <ScoreValue value={record.value} size="hero" />
            </Link>
          </p>
        </div>
      )}
      {children && <div className={styles.actions}>{children}</div>}
    </header>
  )
}
