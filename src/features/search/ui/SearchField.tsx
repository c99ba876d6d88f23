import { type ComponentType, type FormEvent, type KeyboardEvent, type Ref, use, useCallback, useId, useRef, useState } from 'react'
import * as m from '#messages'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import { useHydrated } from '#platform/ui/use-hydrated.ts'
import { isSearchable } from '../rules.ts'
import type { SearchResultListProps } from './SearchResults.tsx'
import styles from './search.module.css'

/**
 * A field with its results below, the first of them selected. The code for results is loaded when the field gets the focus.
 * Without JavaScript it is a form that searches the catalogue.
 */
export function SearchField({
  inputRef,
  inDialog = false,
  onPick,
}: {
  inputRef?: Ref<HTMLInputElement>
  inDialog?: boolean
  onPick?: () => void
}) {
  const id = useId()
  const isHydrated = useHydrated()
  const navigate = use(NavigateContext)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(inDialog)
  const [shown, setShown] = useState({ text: '', count: 0, at: 0 })
  const [Results, setResults] = useState<ComponentType<SearchResultListProps> | null>(null)
  const enterPending = useRef(false)

  const openRow = (activeIndex: number) => document.getElementById(`${id}-${activeIndex}`)?.click()
  const isSearching = open && isSearchable(text)
  const hasChoices = isSearching && Results !== null && shown.count > 0

  const fetchResults = () => {
    if (Results === null)
      import('./SearchResults.tsx').then(
        module => setResults(() => module.SearchResultList),
        () => undefined,
      )
  }
  const onRows = useCallback(
    (searchedText: string, count: number) => {
      setShown({ text: searchedText, count, at: 0 })
      if (enterPending.current && count > 0) document.getElementById(`${id}-0`)?.click()
      enterPending.current = false
    },
    [id],
  )
  const close = () => {
    setOpen(inDialog)
    enterPending.current = false
  }
  const onPicked = () => {
    setText('')
    setShown({ text: '', count: 0, at: 0 })
    close()
    onPick?.()
  }
  const submit = (event: FormEvent) => {
    if (navigate === undefined) return
    event.preventDefault()
    setOpen(true)
    if (hasChoices && shown.text === text) openRow(shown.at)
    else enterPending.current = isSearchable(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && hasChoices) setShown({ ...shown, at: (shown.at + step + shown.count) % shown.count })
    else if (step !== 0) setOpen(true)
    else if (event.key === 'Escape' && !inDialog && isSearching) close()
    else if (event.key === 'Escape' && !inDialog && text !== '') setText('')
    else return
    event.preventDefault()
  }

  return (
    <search
      aria-label={m.search_site()}
      className={cx(styles.search, inDialog && styles.inDialog)}
      onBlur={event => !event.currentTarget.contains(event.relatedTarget) && close()}
    >
      <form className={styles.form} action="/machines" onSubmit={submit}>
        <label className={styles.label}>
          <Icon name="search" />
          <VisuallyHidden>{m.search_search()}</VisuallyHidden>
          <input
            ref={inputRef}
            className={styles.input}
            name="q"
            placeholder={inDialog ? m.search_placeholder() : m.search_search()}
            maxLength={100}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            value={text}
            onFocus={fetchResults}
            onClick={() => setOpen(true)}
            onChange={event => {
              fetchResults()
              enterPending.current = false
              setText(event.target.value)
              setOpen(true)
            }}
            onKeyDown={onKeyDown}
            {...(isHydrated && {
              role: 'combobox',
              'aria-expanded': hasChoices,
              'aria-controls': `${id}-list`,
              'aria-autocomplete': 'list' as const,
              'aria-activedescendant': hasChoices ? `${id}-${shown.at}` : undefined,
              'aria-keyshortcuts': inDialog ? undefined : '/ Control+K Meta+K',
            })}
          />
          {!inDialog && isHydrated && (
            <span className={styles.key} aria-hidden="true">
              /
            </span>
          )}
        </label>
      </form>
      {isSearching && (
        <div className={styles.results} onPointerDown={event => event.preventDefault()}>
          {Results === null ? (
            <p className={styles.message}>{m.search_searching()}</p>
          ) : (
            <Results id={id} text={text} activeIndex={shown.at} onRows={onRows} onPick={onPicked} />
          )}
        </div>
      )}
      {inDialog && !isSearching && <p className={styles.message}>{m.search_hint()}</p>}
    </search>
  )
}
