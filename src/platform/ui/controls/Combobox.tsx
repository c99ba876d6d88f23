import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import * as m from '#messages'
import { cx } from '../cx.ts'
import fieldStyles from '../form/Field.module.css'
import { describedBy, FieldNotes } from '../form/FieldNotes.tsx'
import styles from './Combobox.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export type Option = { id: string; name: string; detail?: string | undefined }

export type ComboboxProps = {
  label: ReactNode
  /** The text in the input. */
  value: string
  options: readonly Option[]
  loading?: boolean
  onText: (text: string) => void
  onPick: (option: Option) => void
  hint?: ReactNode
  error?: ReactNode
  /** Shown when no option matches. */
  nothing?: ReactNode
  placeholder?: string
  name?: string
  autoFocus?: boolean
  /** Content at the start of an option's row, such as a thumbnail. */
  lead?: (option: Option) => ReactNode
}

/** A text input with a list of options, after the combobox pattern of the ARIA Authoring Practices Guide. */
export function Combobox(props: ComboboxProps) {
  const { label, value, options, loading = false, onText, onPick, hint, error, nothing = m.ui_combobox_nothing(), lead } = props
  const id = useId()
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const list = useRef<HTMLDivElement>(null)
  const active = open && at < options.length ? at : -1

  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const close = () => {
    setOpen(false)
    setAt(-1)
  }
  const pick = (option: Option) => {
    onPick(option)
    close()
  }
  const move = (step: number) => {
    setOpen(true)
    const places = options.length + 1
    setAt(((active + 1 + step + places) % places) - 1)
  }
  const key = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const chosen = options[active]
    if (event.key === 'ArrowDown' && event.altKey) setOpen(true)
    else if (event.key === 'ArrowUp' && event.altKey) close()
    else if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && chosen) pick(chosen)
    else if (event.key === 'Escape' && open) close()
    else if (event.key === 'Escape' && value !== '') onText('')
    else return
    event.preventDefault()
  }
  const showing = open && (options.length > 0 || (value !== '' && !loading))
  const count = m.ui_combobox_matches({ count: options.length, n: options.length })

  return (
    <div className={cx(fieldStyles.field, styles.field)}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.anchor}>
        <input
          id={id}
          className={fieldStyles.input}
          type="text"
          role="combobox"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          name={props.name}
          placeholder={props.placeholder}
          // biome-ignore lint/a11y/noAutofocus: the page decides
          autoFocus={props.autoFocus}
          value={value}
          onChange={event => {
            setOpen(true)
            setAt(-1)
            onText(event.target.value)
          }}
          onClick={() => setOpen(true)}
          onBlur={close}
          onKeyDown={key}
          aria-expanded={showing}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={showing && active >= 0 ? `${id}-${active}` : undefined}
          aria-busy={loading || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
        />
        <div className={cx(styles.popup, !showing && styles.closed)} onPointerDown={event => event.preventDefault()}>
          <div
            className={styles.list}
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label={typeof label === 'string' ? label : m.ui_combobox_list()}
          >
            {options.map((option, i) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the input's, which keeps the focus
              <div
                key={option.id}
                id={`${id}-${i}`}
                className={cx(styles.option, i === active && styles.active)}
                role="option"
                tabIndex={-1}
                aria-selected={i === active}
                onClick={() => pick(option)}
              >
                {lead && <span className={styles.lead}>{lead(option)}</span>}
                <span className={styles.name}>{option.name}</span>
                {option.detail && <span className={styles.detail}>{option.detail}</span>}
              </div>
            ))}
          </div>
          {options.length === 0 && <p className={styles.nothing}>{nothing}</p>}
        </div>
      </div>
      <span role="status">
        <VisuallyHidden>{showing ? (loading ? '' : count) : ''}</VisuallyHidden>
      </span>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}
