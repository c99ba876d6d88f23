import type { KeyboardEvent } from 'react'
import { ScoreField } from '#machines/ui/ScoreField.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './Rounds.module.css'

interface GroupScoresProps {
  /** what is typed, for screen readers */
  label: string
  /** the players, in an order that stays as it is */
  group: readonly string[]
  /** what is typed for each player, as a score field has it; nothing for the others */
  typed: ReadonlyMap<string, string>
  getName: (entrantId: string) => string
  /** Returns the place that a player has by what is typed; '': none yet */
  mark: (entrantId: string) => string
  /** true: the fields have just appeared, so the first is ready to type */
  takesFocus: boolean
  onType: (entrantId: string, digits: string) => void
}

/** Fields for the scores of a group, from which its order follows. Enter goes on to the next player. */
export function GroupScores({ label, group, typed, getName, mark, takesFocus, onType }: GroupScoresProps) {
  const goOn = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const fields = [...event.currentTarget.querySelectorAll('input')]
    const next = fields[fields.indexOf(event.target) + 1]
    // After the last one the keyboard of a phone goes away from the button that sends the result.
    if (next === undefined) event.target.blur()
    else next.focus()
  }
  return (
    <fieldset className={layout.stack2} aria-label={label} onKeyDown={goOn}>
      {group.map((id, i) => (
        <ScoreField
          key={id}
          label={
            <>
              {getName(id)}{' '}
              <span className={styles.place} aria-hidden="true">
                {mark(id)}
              </span>
            </>
          }
          digits={typed.get(id) ?? ''}
          onDigits={digits => onType(id, digits)}
          autoFocus={takesFocus && i === 0}
          isOneOfSeveral
        />
      ))}
    </fieldset>
  )
}
