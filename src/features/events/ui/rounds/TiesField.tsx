import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { ordinal } from '#platform/ui/format/ssr-format.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { nthPlace } from '../labels/number-labels.ts'
import styles from './Rounds.module.css'

export interface TiesFieldProps {
  /** players of the group */
  size: number
  /** the players with a place, best first */
  placed: readonly string[]
  /** their places */
  places: readonly number[]
  getName: (entrantId: string) => string
  /** whether the player after this place may share it, 1 being the first */
  mayShare: (place: number) => boolean
  onChange: (entrantId: string, isTied: boolean) => void
}

/** The result as it stands, with a control for each player who may share the place of the one before them. It has its full height from the beginning. */
export function TiesField({ size, placed, places, getName, mayShare, onChange }: TiesFieldProps) {
  return (
    <List ordered className={layout.stack} aria-label={m.ui_result()}>
      {Array.from({ length: size }, (_, i) => {
        const id = placed[i]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the entries are the places of a list, which do not move
          <li key={i} className={cx(layout.line3, styles.tie, id === undefined && styles.empty)}>
            <span className={styles.place}>{ordinal(places[i] ?? i + 1)}</span>
            <span className={cx(layout.oneLine, styles.name)}>{id === undefined ? '' : getName(id)}</span>
            {i > 0 && mayShare(i) && (
              <span className={cx(id === undefined && styles.hidden)}>
                <Checkbox
                  label={
                    <>
                      {id !== undefined && <VisuallyHidden>{m.events_result_tied_who({ name: getName(id) })} </VisuallyHidden>}
                      {m.events_result_tied_for(nthPlace(places[i - 1] ?? i))}
                    </>
                  }
                  checked={id !== undefined && places[i] === places[i - 1]}
                  onChange={isTied => id !== undefined && onChange(id, isTied)}
                />
              </span>
            )}
          </li>
        )
      })}
    </List>
  )
}
