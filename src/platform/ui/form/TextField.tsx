import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import styles from './Field.module.css'
import { describedBy, FieldNotes } from './FieldNotes.tsx'

export type TextFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** A control inside the input's box, at its end. */
  beside?: ReactNode
}

/**
 * A value has its own direction, so that a long Latin one shows its beginning on a page that reads from right to left. An empty field keeps the
 * direction of the page, where its text will begin.
 */
const textDirectionOf = ({ value, defaultValue }: InputHTMLAttributes<HTMLInputElement>): 'auto' | undefined =>
  value || defaultValue ? 'auto' : undefined

export function TextField({ label, hint, error, beside, id, className, ...input }: TextFieldProps) {
  const own = useId()
  const key = id ?? own
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={key}>
        {label}
      </label>
      <div className={cx(beside != null && styles.with)}>
        <input
          dir={textDirectionOf(input)}
          {...input}
          id={key}
          className={cx(styles.input, className)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(key, { hint, error })}
        />
        {beside != null && <span className={styles.beside}>{beside}</span>}
      </div>
      <FieldNotes id={key} hint={hint} error={error} />
    </div>
  )
}
