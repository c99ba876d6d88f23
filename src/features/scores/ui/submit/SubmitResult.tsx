import type { ReactNode } from 'react'
import * as m from '#messages'
import { Link } from '../../../../platform/ui/controls/Link.tsx'
import { cx } from '../../../../platform/ui/cx.ts'
import { plainNumber } from '../../../../platform/ui/format/ssr-format.ts'
import { numberFormat, useLocale } from '../../../../platform/ui/format/user-format.ts'
import { ScoreValue } from '../../../machines/ui/ScoreValue.tsx'
import { RankBadge } from '../../../players/ui/RankBadge.tsx'
import { PersonalBestBadge } from '../cards/PersonalBestBadge.tsx'
import { Marquee } from './Marquee.tsx'
import styles from './SubmitResult.module.css'
import { belowBestLabels, resultLabels, type SubmitSummary } from './submit-result.ts'

export type SubmitResultProps = SubmitSummary & {
  machineName: string
  machineHref: string
  value: number
  /** An additional remark: "It counts in the Tuesday League." */
  note?: string | undefined
  /** The next actions: "See the score", "Add another". */
  actions?: ReactNode
  /** True if the title is the page's main heading (`h1`). */
  page?: boolean
}

/** The result shown after a score has been submitted. */
export function SubmitResult({ machineName, machineHref, value, note, actions, page = false, ...outcome }: SubmitResultProps) {
  const locale = useLocale()
  const format = locale ? numberFormat(locale).format : plainNumber
  const labels = resultLabels(outcome, value, format)
  const belowBest = belowBestLabels(outcome, value, format)
  const Title = page ? 'h1' : 'h2'
  const champion = outcome.rank === 1 && outcome.personalBest === true
  return (
    <section className={cx(styles.result, champion && styles.champion, outcome.waiting && styles.waiting)} aria-live="polite">
      {(champion || outcome.personalBest) && <Marquee champion={champion} />}
      <Title className={styles.title}>{labels.title}</Title>
      <p className={styles.machine}>
        <Link href={machineHref}>{machineName}</Link>
      </p>
      <p className={styles.value}>
        <ScoreValue value={value} size="hero" />
      </p>
      {outcome.personalBest && <PersonalBestBadge kind="best" />}
      {outcome.rank !== undefined && outcome.personalBest && (
        <p className={styles.rank}>
          <RankBadge rank={outcome.rank} size="l" />
          {outcome.players !== undefined && <span className={styles.of}>{m.scores_result_of({ n: plainNumber(outcome.players) })}</span>}
        </p>
      )}
      <p className={styles.words}>{labels.text}</p>
      {belowBest !== null && (
        <>
          <p className={styles.place}>{belowBest.place}</p>
          <p className={styles.words}>{belowBest.best}</p>
        </>
      )}
      {note !== undefined && <p>{note}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </section>
  )
}
