import { type ComponentType, type FormEvent, type KeyboardEvent, type Ref, use, useCallback, useId, useRef, useState } from 'react'
import * as m from '#messages'
import { Icon } from '../../../platform/ui/controls/Icon.tsx'
import { NavigateContext } from '../../../platform/ui/controls/navigate.ts'
import { VisuallyHidden } from '../../../platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '../../../platform/ui/cx.ts'
import { useHydrated } from '../../../platform/ui/use-hydrated.ts'
import { isSearchable } from '../rules.ts'
import type { ResultsProps } from './SearchResults.tsx'
import styles from './search.module.css'

/**
 * A field with its results below, the first of them selected. The code for results is loaded when the field gets the focus.
 * Without JavaScript it is a form that searches the catalogue.
 */
export function SearchField({ box, inDialog = false, onPick }: { box?: Ref<HTMLInputElement>; inDialog?: boolean; onPick?: () => void }) {
  const id = useId()
  const scripted = useHydrated()
  const navigate = use(NavigateContext)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(inDialog)
  const [shown, setShown] = useState({ text: '', count: 0, at: 0 })
  const [Results, setResults] = useState<ComponentType<ResultsProps> | null>(null)
  const entered = useRef(false)

  const openRow = (at: number) => document.getElementById(`${id}-${at}`)?.click()
  const asking = open && isSearchable(text)
  const choosing = asking && Results !== null && shown.count > 0

  const fetchResults = () => {
    if (Results === null)
      import('./SearchResults.tsx').then(
        module => setResults(() => module.Results),
        () => undefined,
      )
  }
  const onRows = useCallback(
    (of: string, count: number) => {
      setShown({ text: of, count, at: 0 })
      if (entered.current && count > 0) document.getElementById(`${id}-0`)?.click()
      entered.current = false
    },
    [id],
  )
  const close = () => {
    setOpen(inDialog)
    entered.current = false
  }
  const picked = () => {
    setText('')
    setShown({ text: '', count: 0, at: 0 })
    close()
    onPick?.()
  }
  const enter = (event: FormEvent) => {
    if (navigate === undefined) return
    event.preventDefault()
    setOpen(true)
    if (choosing && shown.text === text) openRow(shown.at)
    else entered.current = isSearchable(text)
  }
  const key = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && choosing) setShown({ ...shown, at: (shown.at + step + shown.count) % shown.count })
    else if (step !== 0) setOpen(true)
    else if (event.key === 'Escape' && !inDialog && asking) close()
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
      <form className={styles.form} action="/machines" onSubmit={enter}>
        <label className={styles.label}>
          <Icon name="search" />
          <VisuallyHidden>{m.search_search()}</VisuallyHidden>
          <input
            ref={box}
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
              entered.current = false
              setText(event.target.value)
              setOpen(true)
            }}
            onKeyDown={key}
            {...(scripted && {
              role: 'combobox',
              'aria-expanded': choosing,
              'aria-controls': `${id}-list`,
              'aria-autocomplete': 'list' as const,
              'aria-activedescendant': choosing ? `${id}-${shown.at}` : undefined,
              'aria-keyshortcuts': inDialog ? undefined : '/ Control+K Meta+K',
            })}
          />
          {!inDialog && scripted && (
            <span className={styles.key} aria-hidden="true">
              /
            </span>
          )}
        </label>
      </form>
      {asking && (
        <div className={styles.results} onPointerDown={event => event.preventDefault()}>
          {Results === null ? (
            <p className={styles.message}>{m.search_searching()}</p>
          ) : (
            <Results id={id} text={text} at={shown.at} onRows={onRows} onPick={picked} />
          )}
        </div>
      )}
      {inDialog && !asking && <p className={styles.message}>{m.search_hint()}</p>}
    </search>
  )
}
