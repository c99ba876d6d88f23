import { type ChangeEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { cx } from '../../../platform/ui/cx.ts'
import fieldStyles from '../../../platform/ui/form/Field.module.css'
import { describedBy, FieldNotes } from '../../../platform/ui/form/FieldNotes.tsx'
import { plainNumber } from '../../../platform/ui/format/ssr-format.ts'
import { numberFormat, useLocale } from '../../../platform/ui/format/user-format.ts'
import styles from './ScoreField.module.css'
import { editDigits, positionAfter } from './score-digits.ts'

export type ScoreFieldProps = {
  label: ReactNode
  /** The number as at most 16 digits without separators; empty if nothing is typed. */
  digits: string
  onDigits: (digits: string) => void
  hint?: ReactNode
  /** A doubt about a valid value: "That is ten times your best. One zero too many?" */
  warning?: ReactNode
  error?: ReactNode
  name?: string
  autoFocus?: boolean
  disabled?: boolean
}

/** A large input for a score, formatted with the separators of the user's locale while the user types. */
export function ScoreField({ label, digits, onDigits, hint, warning, error, name, autoFocus, disabled }: ScoreFieldProps) {
  const id = useId()
  const locale = useLocale()
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  const text = digits === '' ? '' : locale ? numberFormat(locale).format(BigInt(digits)) : plainNumber(digits)

  useLayoutEffect(() => {
    const element = input.current
    if (!element || caret.current === null || document.activeElement !== element) return
    const position = positionAfter(text, caret.current)
    element.setSelectionRange(position, position)
    caret.current = null
  })

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const element = event.target
    const inputType = event.nativeEvent instanceof InputEvent ? event.nativeEvent.inputType : ''
    const deleting = inputType === 'deleteContentBackward' ? 'back' : inputType === 'deleteContentForward' ? 'forward' : undefined
    const next = editDigits(digits, element.value, element.selectionStart ?? element.value.length, deleting)
    caret.current = next.caret
    onDigits(next.digits)
  }

  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        className={cx(fieldStyles.input, styles.score, digits.length > 11 && styles.long)}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        placeholder="0"
        name={name}
        disabled={disabled}
        // biome-ignore lint/a11y/noAutofocus: the page that shows the field decides; on the score form it is the first thing to fill in
        autoFocus={autoFocus}
        value={text}
        onChange={change}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, warning, error })}
      />
      <FieldNotes id={id} hint={hint} warning={warning} error={error} />
    </div>
  )
}
