import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { toLatinDigits } from '#platform/text/numbers.ts'
import layout from '#platform/ui/styles/layout.module.css'
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

/** True if a field is for numbers or codes: what is typed into it in the digits of any script becomes 0–9. */
const takesDigits = ({ inputMode, autoComplete }: InputHTMLAttributes<HTMLInputElement>): boolean =>
  inputMode === 'numeric' || inputMode === 'decimal' || autoComplete === 'one-time-code'

/** Replaces the digits in a field, so that React hears of the change. */
function writeLatinDigits(field: HTMLInputElement): void {
  const latin = toLatinDigits(field.value)
  if (latin === field.value) return
  const { selectionStart } = field
  // React takes no notice of a change that is made through its own property of the element.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, latin)
  field.setSelectionRange(selectionStart, selectionStart)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

export function TextField({ label, hint, error, beside, id, className, ...input }: TextFieldProps) {
  const own = useId()
  const key = id ?? own
  return (
    <div className={layout.stack1}>
      <label className={layout.strong} htmlFor={key}>
        {label}
      </label>
      <div className={cx(beside != null && styles.with)}>
        <input
          dir={textDirectionOf(input)}
          {...input}
          {...(takesDigits(input) && {
            // A keyboard that is still composing would insert its text a second time.
            onInput: event => (event.nativeEvent as InputEvent).isComposing || writeLatinDigits(event.currentTarget),
            onCompositionEnd: event => writeLatinDigits(event.currentTarget),
          })}
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
