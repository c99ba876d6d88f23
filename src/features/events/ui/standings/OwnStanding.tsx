import type { ReactNode } from 'react'
import type { NeedOnMachine } from '#events/contract/documents.ts'
import * as m from '#messages'
import { useFormatNumber } from '#platform/ui/format/use-formats.ts'
import { attemptsLeftLabel, requiredScoreLabel } from '../labels/need-labels.ts'
import { nthPlace } from '../labels/number-labels.ts'
import type { MachinePlace } from '../machines/machine-results.ts'
import styles from '../machines/machines.module.css'
import type { ShownEvent } from '../types.ts'

export interface OwnStandingProps {
  event: ShownEvent
  /** the user's own place on this machine */
  own: MachinePlace | undefined
  required: NeedOnMachine | undefined
  isIn: boolean
}

/** The score of a place, or the strokes where there is no score. */
const scoreText = ({ result: { value, strokes = 0 } }: MachinePlace, number: (value: number) => string): string =>
  value === undefined ? m.events_count_strokes({ count: strokes, n: number(strokes) }) : number(value)

/** The user's place on a machine and the score that gains a rank. Its space is reserved before the login is known. */
export function OwnStanding({ event, own, required, isIn }: OwnStandingProps) {
  const number = useFormatNumber()
  const none = event.standingsHeld === true ? null : m.events_own_none()
  const place = own === undefined ? none : m.events_own_place({ ...nthPlace(own.result.rank), score: scoreText(own, number) })
  const left = required === undefined ? null : attemptsLeftLabel(required)
  const said = [place, left].filter(each => each !== null)
  return (
    <p className={styles.mine}>
      {isIn && (
        <>
          {said.length > 0 && <span>{`${said.join('. ')}.`}</span>}
          {required?.least !== undefined && required.attemptsLeft !== 0 && (
            <RequiredText isPossible={required.least !== null}>{requiredScoreLabel(event.format, required, number)}.</RequiredText>
          )}
        </>
      )}
      {!isIn && event.state === 'live' && <span>{m.events_own_join()}</span>}
    </p>
  )
}

/** Only a score that the user may go for is marked by the accent. */
function RequiredText({ isPossible, children }: { isPossible: boolean; children: ReactNode }) {
  return isPossible ? <strong>{children}</strong> : <span>{children}</span>
}
