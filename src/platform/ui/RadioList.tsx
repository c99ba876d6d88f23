import { useId } from 'react'
import styles from './RadioList.module.css'

/** One of a few that need more than a word each: native radio buttons under each other. `value` null: none yet. */
export function RadioList<T extends string>(props: {
  label: string
  value: T | null
  choices: readonly { value: T; label: string; hint?: string }[]
  onChange: (value: T) => void
}) {
  const name = useId()
  return (
    <fieldset className={styles.list}>
      <legend className={styles.label}>{props.label}</legend>
      {props.choices.map(({ value, label, hint }) => (
        <label key={value} className={styles.choice}>
          <input
            className={styles.radio}
            type="radio"
            name={name}
            value={value}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
          />
          <span>
            {label}
            {hint && <span className={styles.hint}>{hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
