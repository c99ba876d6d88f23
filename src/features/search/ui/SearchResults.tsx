import { type ReactNode, useEffect, useMemo } from 'react'
import { MachineThumb } from '#machines/ui/MachineThumb.tsx'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { type ResultRow, resultSections } from './result-rows.ts'
import styles from './search.module.css'
import { type SearchAnswer, useSearch } from './use-search.ts'

export interface SearchResultListProps {
  /** id of the field; the ids of its list and rows begin with it */
  id: string
  text: string
  /** index of the selected row */
  activeIndex: number
  /** Reports how many rows there are now, and for which text. */
  onRows: (text: string, count: number) => void
  onPick: () => void
}

/** The results for a text, as a list to pick from, or a message why there are none. */
export function SearchResultList({ id, text, activeIndex, onRows, onPick }: SearchResultListProps) {
  const { answer, connection, retry } = useSearch(text)
  const sections = useMemo(
    () => (answer?.found === undefined || connection === 'down' ? [] : resultSections(answer.found)),
    [answer, connection],
  )
  const count = sections.reduce((sum, { rows }) => sum + rows.length, 0)
  const answeredText = connection === 'down' ? text : answer?.text

  useEffect(() => {
    if (answeredText !== undefined) onRows(answeredText, count)
  }, [answeredText, count, onRows])
  useEffect(() => {
    document.getElementById(`${id}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, activeIndex])

  return (
    <>
      <div className={styles.list} id={`${id}-list`} role="listbox" aria-label={m.search_found()} aria-busy={answeredText !== text}>
        {sections.map(({ title, offset, rows }) => (
          // biome-ignore lint/a11y/useSemanticElements: a list box may not contain a fieldset
          <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
            <div className={cx(layout.muted, layout.strong, styles.title)} id={`${id}-${title}`} role="presentation">
              {title}
            </div>
            {rows.map((row, i) => (
              <Link
                key={row.href}
                id={`${id}-${offset + i}`}
                className={cx(layout.line3, styles.row, offset + i === activeIndex && styles.active)}
                role="option"
                aria-selected={offset + i === activeIndex}
                tabIndex={-1}
                href={row.href}
                onClick={onPick}
              >
                <span className={styles.sign}>
                  <ResultIcon row={row} />
                </span>
                <span className={layout.stack}>
                  <span className={styles.name}>{row.name}</span>
                  {row.detail !== '' && <span className={styles.detail}>{row.detail}</span>}
                </span>
              </Link>
            ))}
          </div>
        ))}
      </div>
      <div role="status">
        {count > 0 ? (
          <VisuallyHidden>{answeredText !== text ? '' : m.ui_combobox_matches({ count, n: count })}</VisuallyHidden>
        ) : (
          <NoResults answer={answer} offline={connection === 'down'} />
        )}
      </div>
      {answer?.error !== undefined && connection !== 'down' && (
        <div className={styles.again}>
          <Button onClick={retry}>{m.ui_try_again()}</Button>
        </div>
      )}
    </>
  )
}

function ResultIcon({ row: { name, icon: sign } }: { row: ResultRow }) {
  if (sign.as === 'face') return <Avatar name={name} picture={sign.picture} />
  if (sign.as === 'event') return <Icon name="event" />
  const { as: _, ...facts } = sign
  return <MachineThumb name={name} size="s" {...facts} />
}

const strong = (text: string): ReactNode => <strong>{text}</strong>

function NoResults({ answer, offline }: { answer: SearchAnswer | null; offline: boolean }) {
  if (offline) {
    return <p className={styles.message}>{renderMessage(m.search_offline(), { strong })}</p>
  }
  if (answer === null) return <p className={styles.message}>{m.search_searching()}</p>
  if (answer.error !== undefined) {
    return (
      <p className={styles.message}>
        <strong>{m.search_failed()}</strong> {errorMessage(answer.error)}
      </p>
    )
  }
  return <p className={styles.message}>{renderMessage(m.search_nothing({ text: answer.text.trim() }), { strong })}</p>
}
