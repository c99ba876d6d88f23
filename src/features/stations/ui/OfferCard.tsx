import { type ReactNode, useEffect } from 'react'
import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import floating from '#platform/ui/layouts/FloatingNotice.module.css'
import layout from '#platform/ui/styles/layout.module.css'
import { type MatchedScore, MatchedScores } from './MatchedScores.tsx'
import styles from './OfferCard.module.css'

/** The card that offers a game: what is asked, the scores, and what can be done. */
export function OfferCard({
  title,
  facts,
  scores,
  error,
  onSay,
  children,
}: {
  title: string
  facts: string
  scores: readonly MatchedScore[]
  error: string | null
  /** called with what a screen reader is to read out; again when that changes */
  onSay: (words: string) => void
  /** the actions */
  children: ReactNode
}) {
  useEffect(() => {
    onSay(`${title} ${facts}`)
    return () => onSay('')
  }, [onSay, title, facts])
  return (
    <section className={floating.notice} aria-label={m.stations_offer_label()}>
      <div className={cx(layout.stack2, floating.words, styles.card)}>
        <div>
          <strong>{title}</strong>
          <div className={layout.small} dir="auto">
            {facts}
          </div>
        </div>
        <MatchedScores scores={scores} />
        <FormError message={error} />
        <div className={layout.row2}>{children}</div>
      </div>
    </section>
  )
}
