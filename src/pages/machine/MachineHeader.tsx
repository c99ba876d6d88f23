import type { ReactNode } from 'react'
import { type BackglassMachineType, displayLabel, type MachineDisplay, machineTypeLabel } from '#machines/rules/backglass-style.ts'
import { MachineThumb } from '#machines/ui/MachineThumb.tsx'
import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { PictureViewer } from '#platform/ui/pictures/PictureViewer.tsx'
import type { ShownPicture } from '#platform/ui/pictures/pictures.ts'
import layout from '#platform/ui/styles/layout.module.css'
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

export type MachineHeaderProps = {
  machine: HeaderMachine
  /** Number of players with a score on the machine. */
  players: number
  /** Actions, such as "Add score". */
  children?: ReactNode
}

export function MachineHeader({ machine, players, children }: MachineHeaderProps) {
  const facts: string[] = [
    machineTypeLabel[machine.type](),
    machine.display && displayLabel[machine.display](),
    machine.playerCount && m.machines_fact_seats({ count: machine.playerCount, n: machine.playerCount }),
  ].filter(fact => typeof fact === 'string')
  return (
    <header className={styles.header}>
      {machine.backglass === undefined ? (
        <MachineThumb name={machine.name} year={machine.year} type={machine.type} display={machine.display} size="m" />
      ) : (
        <div className={styles.backglass}>
          <PictureViewer
            picture={machine.backglass}
            alt={m.machines_backglass_of({ name: machine.name })}
            sizes="(min-width: 45rem) 10rem, 4.5rem"
            caption={<p>{machine.name}</p>}
            eager
          />
        </div>
      )}
      <div className={cx(layout.stack, styles.title)}>
        <h1>{machine.name}</h1>
        <p className={styles.maker}>
          {machine.manufacturer}
          {machine.year !== undefined && `${m.ui_list_comma()}${machine.year}`}
        </p>
        <p className={cx(layout.quiet, styles.facts)}>{facts.join(m.ui_list_comma())}</p>
        <p className={cx(layout.quiet, styles.facts, styles.players)}>
          {players === 0 ? m.machines_fact_nobody() : m.machines_fact_players({ count: players, n: plainNumber(players) })}
        </p>
      </div>
      {children && <div className={cx(layout.stack2, styles.actions)}>{children}</div>}
    </header>
  )
}
