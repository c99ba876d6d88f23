import { useId } from 'react'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './RadioList.module.css'

/** A vertical list of native radio buttons, for choices that need an explanation. `value` is null while nothing is chosen. */
export function RadioList<T extends string>(props: {
  label: string
  value: T | null
  choices: readonly { value: T; label: string; hint?: string }[]
  onChange: (value: T) => void
}) {
  const name = useId()
  return (
    <fieldset className={layout.stack}>
      <legend className={styles.label}>{props.label}</legend>
      {props.choices.map(({ value, label, hint }) => (
        <label key={value} className={cx(layout.line3, styles.choice)}>
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
            {hint && <span className={cx(layout.quiet, styles.hint)}>{hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
