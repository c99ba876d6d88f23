import * as m from '#messages'
import { cx } from '../cx.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import styles from './OrderButtons.module.css'

/** Moves a row of a list a place up (-1) or down (1). At the end of the list it is pale, and still takes the focus. */
export function MoveButton({ by, atEnd, what, onClick }: { by: -1 | 1; atEnd: boolean; what: string; onClick: () => void }) {
  const className = cx(styles.button, by === -1 && styles.up, atEnd && styles.end)
  const label = by === -1 ? m.ui_order_up({ what }) : m.ui_order_down({ what })
  return (
    <Button kind="plain" className={className} data-move={by} aria-label={label} onClick={onClick}>
      <Icon name="down" />
    </Button>
  )
}

/** Takes a row out of a list. */
export function RemoveButton({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <Button kind="plain" className={styles.button} data-remove aria-label={m.ui_order_remove({ what })} onClick={onClick}>
      <Icon name="close" />
    </Button>
  )
}
