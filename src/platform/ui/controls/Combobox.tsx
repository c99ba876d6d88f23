import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import * as m from '#messages'
import layout from '#platform/ui/styles/layout.module.css'
import { cx } from '../cx.ts'
import fieldStyles from '../form/Field.module.css'
import { describedBy, FieldNotes } from '../form/FieldNotes.tsx'
import styles from './Combobox.module.css'
import { positionListbox } from './position-listbox.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export type Option = { id: string; name: string; detail?: string | undefined }

export type ComboboxProps = {
  label: ReactNode
  /** The text in the input. */
  value: string
  options: readonly Option[]
  loading?: boolean
  onTextChange: (text: string) => void
  onPick: (option: Option) => void
  hint?: ReactNode
  error?: ReactNode
  /** Shown when no option matches; null: nothing is shown, for a field that also takes other texts than its options. */
  noResultsText?: ReactNode
  placeholder?: string
  name?: string
  autoFocus?: boolean
  /** What the Enter key of a phone's keyboard says; `search` if left out. */
  enterKeyHint?: 'search' | 'done'
  onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void
  /** Content at the start of an option's row, such as a thumbnail. */
  leadingIcon?: (option: Option) => ReactNode
}

/** A text input with a list of options, after the combobox pattern of the ARIA Authoring Practices Guide. */
export function Combobox(props: ComboboxProps) {
  const {
    label,
    value,
    options,
    loading = false,
    onTextChange,
    onPick,
    hint,
    error,
    noResultsText = m.ui_no_results(),
    leadingIcon,
  } = props
  const id = useId()
  const [open, setOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(-1)
  const field = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const active = open && activeIndex < options.length ? activeIndex : -1
  const showing = open && (options.length > 0 || (value !== '' && !loading && noResultsText !== null))
  // It measures again after each render, since there may be other options.
  useLayoutEffect(() => {
    if (!showing) return
    const place = () => positionListbox(field.current!, popup.current!, list.current!)
    place()
    window.visualViewport?.addEventListener('resize', place)
    return () => window.visualViewport?.removeEventListener('resize', place)
  })

  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const close = () => {
    setOpen(false)
    setActiveIndex(-1)
  }
  const pick = (option: Option) => {
    onPick(option)
    close()
  }
  const move = (step: number) => {
    setOpen(true)
    const listItems = options.length + 1
    setActiveIndex(((active + 1 + step + listItems) % listItems) - 1)
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
    else if (event.key === 'Escape' && value !== '') onTextChange('')
    else return
    event.preventDefault()
  }
  const count = m.ui_combobox_matches({ count: options.length, n: options.length })

  return (
    <div className={cx(layout.stack1, styles.field)}>
      <label className={layout.strong} htmlFor={id}>
        {label}
      </label>
      <div className={styles.anchor}>
        <input
          ref={field}
          id={id}
          className={fieldStyles.input}
          type="text"
          role="combobox"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint={props.enterKeyHint ?? 'search'}
          name={props.name}
          placeholder={props.placeholder}
          // biome-ignore lint/a11y/noAutofocus: the page that shows it decides
          autoFocus={props.autoFocus}
          dir={value === '' ? undefined : 'auto'}
          value={value}
          onChange={event => {
            setOpen(true)
            setActiveIndex(-1)
            onTextChange(event.target.value)
          }}
          onClick={() => setOpen(true)}
          onBlur={close}
          onKeyDown={key}
          onPaste={props.onPaste}
          aria-expanded={showing}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={showing && active >= 0 ? `${id}-${active}` : undefined}
          aria-busy={loading || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
        />
        <div ref={popup} className={cx(styles.popup, !showing && styles.closed)} onPointerDown={event => event.preventDefault()}>
          <div
            className={styles.list}
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label={typeof label === 'string' ? label : m.ui_combobox_list()}
          >
            {options.map((option, i) => (
              <div
                key={option.id}
                id={`${id}-${i}`}
                className={cx(styles.option, i === active && styles.active)}
                role="option"
                tabIndex={-1}
                aria-selected={i === active}
                onClick={() => pick(option)}
                onKeyDown={key}
              >
                {leadingIcon && <span className={styles.lead}>{leadingIcon(option)}</span>}
                <span className={styles.name}>{option.name}</span>
                {option.detail && <span className={styles.detail}>{option.detail}</span>}
              </div>
            ))}
          </div>
          {options.length === 0 && <p className={styles.nothing}>{noResultsText}</p>}
        </div>
      </div>
      <VisuallyHidden>
        <span role="status">{showing ? (loading ? '' : count) : ''}</span>
      </VisuallyHidden>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}
