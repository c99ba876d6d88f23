import type { ReactNode } from 'react'
import styles from './RadioList.module.css'

export type CheckboxProps = { label: ReactNode; hint?: ReactNode; checked: boolean; onChange: (checked: boolean) => void }

/** A checkbox with its label and hint beside it. */
export function Checkbox({ label, hint, checked, onChange }: CheckboxProps) {
  return (
    <label className={styles.choice}>
      <input className={styles.radio} type="checkbox" checked={checked} onChange={event => onChange(event.target.checked)} />
      <span>
        {label}
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
    </label>
  )
}
