import { useState } from 'react'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import type { Entrant } from '../use-event.ts'
import { BracketSeats } from './BracketSeats.tsx'
import type { DrawnColumn, DrawnGame, DrawnPart } from './bracket-columns.ts'
import styles from './bracket-drawing.module.css'

/** how many sizes there are, the smallest first; see the styles */
const ZOOMS = 3
const NORMAL = 1

interface BracketDrawingProps {
  title: string
  parts: readonly DrawnPart[]
  entrants: ReadonlyMap<string, Entrant>
  ownEntrantId?: string | undefined
  /** the game whose details are open */
  openId: string | null
  onOpen: (id: string) => void
}

/** The bracket, round by round from left to right. It scrolls sideways by itself where it is wider than the page. */
export function BracketDrawing({ title, parts, entrants, ownEntrantId, openId, onOpen }: BracketDrawingProps) {
  const [zoom, setZoom] = useState(NORMAL)
  return (
    <section className={layout.stack3} aria-label={title}>
      <div className={layout.between}>
        <h2>{title}</h2>
        <div className={layout.row1}>
          <Button kind="quiet" disabled={zoom === 0} aria-label={m.events_bracket_zoom_out()} onClick={() => setZoom(zoom - 1)}>
            −
          </Button>
          <Button kind="quiet" disabled={zoom === ZOOMS - 1} aria-label={m.events_bracket_zoom_in()} onClick={() => setZoom(zoom + 1)}>
            +
          </Button>
        </div>
      </div>
      {parts.map(({ key, columns }) => (
        // A region that scrolls takes the focus, so that the arrow keys move it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <section key={key} className={styles.part} tabIndex={0} aria-label={columns.map(column => column.title).join(', ')}>
          <div className={styles.columns} data-zoom={zoom}>
            {columns.map((column, i) => (
              <section key={column.key} className={styles.column} data-join={joinOf(column, columns[i + 1])}>
                <h3 className={cx(layout.quiet, styles.title)}>{column.title}</h3>
                <List ordered className={styles.games}>
                  {column.games.map(game => (
                    <li key={game.id}>
                      <GameBox game={game} entrants={entrants} ownEntrantId={ownEntrantId} isOpen={game.id === openId} onOpen={onOpen} />
                    </li>
                  ))}
                </List>
              </section>
            ))}
          </div>
        </section>
      ))}
    </section>
  )
}

/** How the games of a column lead to the next one: two to one, one to one, or without lines. */
function joinOf({ games: { length: count }, leads }: DrawnColumn, next: DrawnColumn | undefined): 'pairs' | 'straight' | undefined {
  if (next === undefined || !leads) return undefined
  return count === 2 * next.games.length ? 'pairs' : count === next.games.length ? 'straight' : undefined
}

interface GameBoxProps {
  game: DrawnGame
  entrants: ReadonlyMap<string, Entrant>
  ownEntrantId: string | undefined
  isOpen: boolean
  onOpen: (id: string) => void
}

function GameBox({ game: { id, title, state, seats }, entrants, ownEntrantId, isOpen, onOpen }: GameBoxProps) {
  const nameOf = (id: string): string => entrants.get(id)?.displayName ?? m.ui_a_player()
  const isOwn = ownEntrantId !== undefined && seats.some(({ entrantId }) => entrantId === ownEntrantId)
  const className = cx(layout.stack, styles.game, styles[state], isOwn && styles.own, isOpen && styles.open)
  const lines = <BracketSeats seats={seats} nameOf={nameOf} />
  if (state !== 'playing' && state !== 'played') return <div className={className}>{lines}</div>
  return (
    <button type="button" className={className} aria-expanded={isOpen} onClick={() => onOpen(id)}>
      <VisuallyHidden>{title}</VisuallyHidden>
      {lines}
    </button>
  )
}
