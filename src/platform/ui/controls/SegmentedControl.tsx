import { useId } from 'react'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './SegmentedControl.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export type SegmentOption<T extends string> = { value: T; label: string }

/** A choice of a few options: native radio buttons in a row. */
export function SegmentedControl<T extends string>(props: {
  label: string
  value: T
  choices: readonly SegmentOption<T>[]
  onChange: (value: T) => void
}) {
  const name = useId()
  return (
    <fieldset className={layout.row2}>
      <legend>
        <VisuallyHidden>{props.label}</VisuallyHidden>
      </legend>
      {props.choices.map(({ value, label }) => (
        <label key={value} className={cx(layout.pill, styles.choice)}>
          <input
            className={styles.radio}
            type="radio"
            name={name}
            value={value}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
