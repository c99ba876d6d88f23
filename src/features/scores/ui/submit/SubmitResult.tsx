import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { MachineThumb, type ThumbFacts } from '#machines/ui/MachineThumb.tsx'
import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { useFormatNumber } from '#platform/ui/format/use-formats.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { RankBadge } from '#players/ui/RankBadge.tsx'
import { Marquee } from './Marquee.tsx'
import styles from './SubmitResult.module.css'
import { belowBestLabels, resultLabels, type SubmitSummary } from './submit-result.ts'

export type SubmitResultProps = SubmitSummary & {
  machineName: string
  machineHref: string
  value: number
  /** What its picture shows; left out while that is not known. */
  machineFacts?: ThumbFacts | undefined
  /** An additional remark: "Counts toward the Tuesday League." */
  note?: string | undefined
  /** The rows of the board around the player's. */
  neighbours?: ReactNode
  /** The next actions: "See the score", "Add another". */
  actions?: ReactNode
  /** True if the title is the page's main heading (`h1`). */
  page?: boolean
}

/**
 * The result shown after a score has been submitted. It takes over the focus of the form, or of the result in whose place it is shown, so
 * that screen readers read it.
 */
export function SubmitResult({
  machineName,
  machineHref,
  machineFacts,
  value,
  note,
  neighbours,
  actions,
  page = false,
  ...outcome
}: SubmitResultProps) {
  const section = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (document.activeElement === document.body) section.current?.focus({ preventScroll: true })
  }, [])
  const number = useFormatNumber()
  const labels = resultLabels(outcome, value, number)
  const belowBest = belowBestLabels(outcome, value, number)
  const Title = page ? 'h1' : 'h2'
  const best = outcome.personalBest === true
  const champion = outcome.rank === 1 && best
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={cx(layout.stack2, styles.result, best && styles.best, champion && styles.champion, outcome.waiting && styles.waiting)}
      aria-live="polite"
    >
      {best && <Marquee champion={champion} />}
      <div className={styles.thumb}>
        <MachineThumb name={machineName} size="l" {...machineFacts} />
      </div>
      <Title className={styles.title}>{labels.title}</Title>
      <p className={styles.machine}>
        <Link href={machineHref}>{machineName}</Link>
      </p>
      <p className={styles.value}>
        <ScoreValue value={value} size="hero" />
      </p>
      {outcome.rank !== undefined && best ? (
        <div className={cx(layout.line3, styles.rank)}>
          <RankBadge rank={outcome.rank} size="l" />
          <div>
            {outcome.players !== undefined && <p className={styles.of}>{m.scores_result_of({ n: plainNumber(outcome.players) })}</p>}
            <p className={cx(layout.muted, styles.words, outcome.previousBest !== undefined && styles.gain)}>{labels.text}</p>
          </div>
        </div>
      ) : (
        <p className={cx(layout.muted, styles.words)}>{labels.text}</p>
      )}
      {belowBest !== null && (
        <>
          <p className={styles.place}>{belowBest.place}</p>
          <p className={cx(layout.muted, styles.words)}>{belowBest.best}</p>
        </>
      )}
      {neighbours}
      {note !== undefined && <p>{note}</p>}
      {actions && <div className={cx(layout.row3, styles.actions)}>{actions}</div>}
    </section>
  )
}
