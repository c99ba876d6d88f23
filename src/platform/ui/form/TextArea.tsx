import { type ReactNode, type TextareaHTMLAttributes, useId } from 'react'
import layout from '#platform/ui/styles/layout.module.css'
import { cx } from '../cx.ts'
import styles from './Field.module.css'
import { describedBy, FieldNotes } from './FieldNotes.tsx'

export type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { label: ReactNode; hint?: ReactNode; error?: ReactNode }

/** A labelled `<textarea>` with its hint and error. */
export function TextArea({ label, hint, error, id, className, rows = 3, ...area }: TextAreaProps) {
  const own = useId()
  const key = id ?? own
  return (
    <div className={layout.stack1}>
      <label className={layout.strong} htmlFor={key}>
        {label}
      </label>
      <textarea
        dir="auto"
        {...area}
        id={key}
        rows={rows}
        className={cx(styles.input, styles.area, className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(key, { hint, error })}
      />
      <FieldNotes id={key} hint={hint} error={error} />
    </div>
  )
}
