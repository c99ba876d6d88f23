import { useId } from 'react'
import { Icon } from '../controls/Icon.tsx'
import type { SegmentOption } from '../controls/SegmentedControl.tsx'
import { VisuallyHidden } from '../controls/VisuallyHidden.tsx'
import { cx } from '../cx.ts'
import fieldStyles from './Field.module.css'
import { describedBy, FieldNotes } from './FieldNotes.tsx'
import styles from './Select.module.css'

/** A native `<select>` for many options. If `quiet`, only screen readers get the label. */
export function Select<T extends string>(props: {
  label: string
  value: T
  choices: readonly SegmentOption<T>[]
  onChange: (value: T) => void
  quiet?: boolean
  hint?: string | undefined
  error?: string | undefined
}) {
  const id = useId()
  const { hint, error } = props
  const picked = (value: string) => {
    const choice = props.choices.find(c => c.value === value)
    if (choice) props.onChange(choice.value)
  }
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {props.quiet ? <VisuallyHidden>{props.label}</VisuallyHidden> : props.label}
      </label>
      <span className={styles.box}>
        <select
          id={id}
          className={cx(fieldStyles.input, styles.select)}
          value={props.value}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy(id, { hint, error })}
          onChange={event => picked(event.target.value)}
        >
          {props.choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}
