import { type ChangeEvent, type ClipboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import fieldStyles from '#platform/ui/form/Field.module.css'
import { describedBy, FieldNotes } from '#platform/ui/form/FieldNotes.tsx'
import { useFormatNumber } from '#platform/ui/format/use-formats.ts'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './ScoreField.module.css'
import { digitsBefore, editDigits, isDigitEdit, isRead, parseScoreText, positionAfter } from './score-digits.ts'

export type ScoreFieldProps = {
  label: ReactNode
  /** The number as digits without separators; a text that is not read as a number, as it was typed; empty if nothing is typed. */
  digits: string
  onDigits: (digits: string) => void
  hint?: ReactNode
  /** A doubt about a valid value: "That is ten times your best. One zero too many?" */
  warning?: ReactNode
  error?: ReactNode
  name?: string
  autoFocus?: boolean
  disabled?: boolean
  /** one of several fields: it is as high as other fields, and Enter goes on */
  isOneOfSeveral?: boolean
}

/** What a text with several lines becomes in the field. The browser would join the lines, and two numbers would be read as one. */
const LINE_END = ' / '

/**
 * A large input for a score, formatted with the separators of the user's locale while the user types. What was typed or pasted with separators
 * stays as it is until the field is left, because "1.5" may be on its way to "1.500".
 */
export function ScoreField({
  label,
  digits,
  onDigits,
  hint,
  warning,
  error,
  name,
  autoFocus,
  disabled,
  isOneOfSeveral = false,
}: ScoreFieldProps) {
  const id = useId()
  const number = useFormatNumber()
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  /** the text as typed with separators, for as long as it stands for `digits` */
  const [typed, setTyped] = useState<{ text: string; digits: string } | null>(null)
  const [isTyping, setIsTyping] = useState(false)
  const formatted = isRead(digits) ? number(BigInt(digits)) : digits
  const shown = typed?.digits === digits ? typed.text : formatted
  const problem = error ?? (isTyping ? undefined : unreadProblem(digits))

  useLayoutEffect(() => {
    const element = input.current
    if (!element || caret.current === null || document.activeElement !== element) return
    const position = positionAfter(shown, caret.current)
    element.setSelectionRange(position, position)
    caret.current = null
  })

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value, selectionStart } = event.target
    const native = event.nativeEvent
    const edit = native instanceof InputEvent ? native : { inputType: '', data: null }
    const { inputType } = edit
    if (shown === formatted && unreadProblem(digits) === undefined && isDigitEdit(shown, value, edit)) {
      const deleting = inputType === 'deleteContentBackward' ? 'back' : inputType === 'deleteContentForward' ? 'forward' : undefined
      const next = editDigits(digits, value, selectionStart ?? value.length, deleting)
      caret.current = next.caret
      setTyped(null)
      onDigits(next.digits)
      return
    }
    const next = parseScoreText(value)
    // A single character is typed, after which others come; anything else is all that there will be.
    const typing = inputType.startsWith('delete') || (inputType.startsWith('insert') && edit.data?.length === 1)
    setIsTyping(typing && next !== '')
    setTyped(typing ? { text: value, digits: next } : null)
    caret.current = typing ? null : digitsBefore(value, selectionStart ?? value.length)
    onDigits(next)
  }

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = event.clipboardData
      .getData('text')
      .trim()
      .split(/[\r\n\t]+/)
    if (lines.length < 2) return
    event.preventDefault()
    setTyped(null)
    setIsTyping(false)
    onDigits(lines.join(LINE_END))
  }

  return (
    <div className={layout.stack1}>
      <label className={layout.strong} htmlFor={id}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        className={cx(fieldStyles.input, styles.score, digits.length > 11 && styles.long, isOneOfSeveral && styles.small)}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint={isOneOfSeveral ? 'next' : 'done'}
        placeholder="0"
        name={name}
        disabled={disabled}
        // biome-ignore lint/a11y/noAutofocus: the page that shows the field decides; on the score form it is the first thing to fill in
        autoFocus={autoFocus}
        value={shown}
        onChange={change}
        onPaste={paste}
        onBlur={() => {
          setTyped(null)
          setIsTyping(false)
        }}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy(id, { hint, warning, error: problem })}
      />
      <FieldNotes id={id} hint={hint} warning={warning} error={problem} />
    </div>
  )
}

/** The error of a field whose text is not read as a number; undefined: it is, or nothing was typed. */
export const unreadProblem = (digits: string): string | undefined =>
  digits === '' || isRead(digits) ? undefined : m.machines_score_unread()
