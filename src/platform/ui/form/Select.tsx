import { useEffect, useEffectEvent, useId, useRef } from 'react'
import layout from '#platform/ui/styles/layout.module.css'
import { Icon } from '../controls/Icon.tsx'
import type { SegmentOption } from '../controls/SegmentedControl.tsx'
import { VisuallyHidden } from '../controls/VisuallyHidden.tsx'
import { cx } from '../cx.ts'
import fieldStyles from './Field.module.css'
import { describedBy, FieldNotes } from './FieldNotes.tsx'
import styles from './Select.module.css'

/**
 * A native `<select>` for many options. If `quiet`, only screen readers get the label. One with a `name` and a `defaultValue` belongs to a
 * form that reads its fields itself, or that works without a script.
 */
export function Select<T extends string>(props: {
  label: string
  value?: T
  defaultValue?: T
  name?: string
  choices: readonly SegmentOption<T>[]
  onChange?: (value: T) => void
  quiet?: boolean
  hint?: string | undefined
  error?: string | undefined
}) {
  const id = useId()
  const { hint, error } = props
  const picked = (value: string) => {
    const choice = props.choices.find(c => c.value === value)
    if (choice) props.onChange?.(choice.value)
  }
  const element = useRef<HTMLSelectElement>(null)
  // A choice that was made before the script had loaded. A value that is no choice is shown as the first one, which nobody has made.
  const takeEarlierChoice = useEffectEvent(() => {
    const { value } = element.current!
    if (value !== props.value && props.choices.some(c => c.value === props.value)) picked(value)
  })
  useEffect(() => takeEarlierChoice(), [])
  return (
    <div className={layout.stack1}>
      <label className={layout.strong} htmlFor={id}>
        {props.quiet ? <VisuallyHidden>{props.label}</VisuallyHidden> : props.label}
      </label>
      <span className={styles.box}>
        <select
          ref={element}
          id={id}
          className={cx(fieldStyles.input, styles.select)}
          name={props.name}
          // Browsers must not restore an earlier choice when they load the page again.
          autoComplete="off"
          value={props.value}
          defaultValue={props.defaultValue}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy(id, { hint, error })}
          onChange={props.onChange && (event => picked(event.target.value))}
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
