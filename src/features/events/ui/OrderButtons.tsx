import { Button } from '#platform/ui/controls/Button.tsx'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { cx } from '#platform/ui/cx.ts'
import styles from './order-buttons.module.css'

/** Moves a row of a list a place up (-1) or down (1). At the end of the list it is pale, and still takes the focus. */
export function MoveButton({ by, atEnd, label, onClick }: { by: -1 | 1; atEnd: boolean; label: string; onClick: () => void }) {
  const className = cx(styles.button, by === -1 && styles.up, atEnd && styles.end)
  return (
    <Button kind="plain" className={className} data-move={by} aria-label={label} onClick={onClick}>
      <Icon name="down" />
    </Button>
  )
}

/** Takes a row out of a list. */
export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button kind="plain" className={styles.button} aria-label={label} onClick={onClick}>
      <Icon name="close" />
    </Button>
  )
}
