import type { ReactNode } from 'react'
import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import floating from '#platform/ui/layouts/FloatingNotice.module.css'
import layout from '#platform/ui/styles/layout.module.css'
import { type MatchedScore, MatchedScores } from './MatchedScores.tsx'

/** The card that offers a game: what is asked, the scores, and what can be done. It is read out by screen readers when they are idle. */
export function OfferCard({
  title,
  facts,
  scores,
  error,
  children,
}: {
  title: string
  facts: string
  scores: readonly MatchedScore[]
  error: string | null
  /** the actions */
  children: ReactNode
}) {
  return (
    <section className={floating.notice} aria-label={m.stations_offer_label()}>
      <div className={cx(layout.stack2, floating.words)}>
        <div role="status">
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
