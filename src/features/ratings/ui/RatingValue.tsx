import * as m from '#messages'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import layout from '#platform/ui/styles/layout.module.css'
import type { RatingDoc } from '../contract/ratings.ts'

/** A rating with how certain it is: "1612 ± 94", for screen readers in words. */
export function RatingValue({ rating, uncertainty }: Pick<RatingDoc, 'rating' | 'uncertainty'>) {
  // A rating has four digits, which are written without a separator, as in chess.
  const figures = { rating: String(rating), uncertainty: plainNumber(uncertainty) }
  return (
    <span className={layout.strong}>
      <span aria-hidden="true">{m.ratings_value(figures)}</span>
      <VisuallyHidden>{m.ratings_value_words(figures)}</VisuallyHidden>
    </span>
  )
}
