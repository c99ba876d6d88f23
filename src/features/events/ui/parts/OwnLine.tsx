import { ordinal, plainNumber } from '../../../../platform/ui/plain-format.ts'
import { numberFormat, useLocale } from '../../../../platform/ui/reader.ts'
import type { NeedOnMachine } from '../../contract/documents.ts'
import type { Shown } from '../event.ts'
import type { MachinePlace } from './machine-places.ts'
import styles from './machines.module.css'
import { leftWords, needWords } from './need-words.ts'

export interface OwnLineProps {
  event: Shown
  /** the reader's own place here */
  own: MachinePlace | undefined
  need: NeedOnMachine | undefined
  isIn: boolean
}

/** Where the reader stands on a machine and what there is to gain; in a box that is there before it is known who reads. */
export function OwnLine({ event, own, need, isIn }: OwnLineProps) {
  const locale = useLocale()
  const number = locale === null ? plainNumber : numberFormat(locale).format
  const place = own === undefined ? 'Not played yet' : `You: ${ordinal(own.result.rank)} with ${number(own.result.value)}`
  const left = need === undefined ? null : leftWords(need)
  return (
    <p className={styles.mine}>
      {isIn && (
        <>
          <span>{[place, left].filter(Boolean).join(', ')}.</span>
          {need !== undefined && need.attemptsLeft !== 0 && <strong>{needWords(event.format, need, number)}.</strong>}
        </>
      )}
      {!isIn && event.state === 'live' && <span>Join to see here what you need.</span>}
    </p>
  )
}
