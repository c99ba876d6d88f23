import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import type { Entrant } from '../use-event.ts'
import styles from './Rounds.module.css'

export interface TapOrderProps {
  /** the players, in an order that stays as it is */
  group: readonly string[]
  taps: readonly string[]
  entrants: ReadonlyMap<string, Pick<Entrant, 'displayName' | 'avatar'>>
  /** Returns what a player shows; '': nothing yet. A player who was not tapped shows a suggestion. */
  mark: (entrantId: string) => string
  onTap: (entrantId: string) => void
  onTakeBack: (entrantId: string) => void
}

/** Players to be tapped one after the other. A tap never takes anything back; that is what the other controls are for. */
export function TapOrder({ group, taps, entrants, mark, onTap, onTakeBack }: TapOrderProps) {
  const getName = (id: string): string => entrants.get(id)?.displayName ?? m.ui_a_player()
  const last = taps.at(-1)
  return (
    <>
      <List className={layout.stack2}>
        {group.map(id => {
          const isTapped = taps.includes(id)
          return (
            <li key={id} className={cx(styles.tapRow, isTapped && styles.tapped)}>
              <button
                type="button"
                className={cx(layout.line3, layout.strong, styles.tap)}
                aria-pressed={isTapped}
                onClick={() => onTap(id)}
              >
                <Avatar name={getName(id)} picture={entrants.get(id)?.avatar} />
                <span className={styles.name}>{getName(id)}</span>
                <span className={cx(styles.place, !isTapped && styles.suggested)}>{mark(id)}</span>
              </button>
              <Button
                kind="plain"
                className={cx(styles.remove, !isTapped && styles.hidden)}
                aria-label={m.events_result_take_back({ name: getName(id) })}
                onClick={event => {
                  // This button goes away, so the focus moves to its player.
                  const player = event.currentTarget.previousElementSibling
                  if (player instanceof HTMLElement) player.focus()
                  onTakeBack(id)
                }}
              >
                <Icon name="close" />
              </Button>
            </li>
          )
        })}
      </List>
      <div>
        <Button kind="plain" disabled={last === undefined} onClick={() => last !== undefined && onTakeBack(last)}>
          {m.events_result_take_back_last()}
        </Button>
      </div>
    </>
  )
}
