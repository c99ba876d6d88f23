import type { ReactNode } from 'react'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './RadioList.module.css'

export type CheckboxProps = { label: ReactNode; hint?: ReactNode; checked: boolean; onChange: (checked: boolean) => void }

/** A checkbox with its label and hint beside it. */
export function Checkbox({ label, hint, checked, onChange }: CheckboxProps) {
  return (
    <label className={cx(layout.line3, styles.choice)}>
      <input className={styles.radio} type="checkbox" checked={checked} onChange={event => onChange(event.target.checked)} />
      <span>
        {label}
        {hint && <span className={cx(layout.quiet, styles.hint)}>{hint}</span>}
      </span>
    </label>
  )
}
