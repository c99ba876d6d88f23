import { useState } from 'react'
import { eventHref } from '#events/ui/event-url.ts'
import * as m from '#messages'
import { errorMessage, useDocument, useDocuments, useMethod } from '#platform/live/hooks.ts'
import { cx } from '#platform/ui/cx.ts'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { type RatingDoc, type RatingHistoryDoc, ratingsHide } from '#ratings/contract/ratings.ts'
import { RatingValue } from '#ratings/ui/RatingValue.tsx'
import { DataTable } from './DataTable.tsx'
import { RatingChart } from './RatingChart.tsx'

export interface PlayerRatingProps {
  userId: string
  isOwn: boolean
}

/** A player's rating and how it became so, which the page has subscribed to; nothing if the player has none, or hides it from the reader. */
export function PlayerRating({ userId, isOwn }: PlayerRatingProps) {
  const rating = useDocument<RatingDoc>('ratings', userId)
  const nights = useDocuments<RatingHistoryDoc, (RatingHistoryDoc & { _id: string })[]>(
    'ratingHistory',
    documents => documents.filter(each => each.userId === userId).sort((a, b) => a.at.getTime() - b.at.getTime()),
    [userId],
  )
  if (rating === undefined) return null
  return (
    <section className={cx(layout.stack4, layout.minor)} aria-labelledby="rating">
      <h2 id="rating">{m.ratings_rating()}</h2>
      <p className={layout.facts}>
        <RatingValue rating={rating.rating} uncertainty={rating.uncertainty} />
        <span className={layout.quiet}>{m.ratings_games({ count: rating.games, n: plainNumber(rating.games) })}</span>
      </p>
      {nights.length > 1 && <RatingChart nights={nights} />}
      {nights.length > 0 && (
        <DataTable
          summary={m.ratings_history()}
          columns={[m.ratings_night(), m.ratings_rating(), m.ratings_change()]}
          keys={nights.map(({ eventId }) => eventId).toReversed()}
          rows={nights
            .map(({ eventId, name, rating, uncertainty }, i) => [
              <Link key={eventId} href={eventHref(eventId)}>
                {name}
              </Link>,
              <RatingValue key="rating" rating={rating} uncertainty={uncertainty} />,
              changeText(i === 0 ? null : rating - nights[i - 1]!.rating),
            ])
            .toReversed()}
        />
      )}
      <p className={layout.quiet}>
        {m.ratings_about()} <Link href="/ratings">{m.ratings_all()}</Link>
      </p>
      {isOwn && <HideRating hidden={rating.hidden === true} />}
    </section>
  )
}

/** "+12", "−12", "0", or "–" for the first night. */
const changeText = (change: number | null): string =>
  change === null ? '–' : change > 0 ? `+${plainNumber(change)}` : change < 0 ? `−${plainNumber(-change)}` : '0'

/** The player's own choice whether others see the rating. The tick shows the choice while it is sent, and goes back if it is refused. */
function HideRating({ hidden }: { hidden: boolean }) {
  const hide = useMethod(ratingsHide)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [error, setError] = useState<string | null>(null)
  const choose = async (to: boolean): Promise<void> => {
    setChosen(to)
    setError(null)
    try {
      await hide({ hidden: to })
    } catch (cause) {
      setError(errorMessage(cause))
    } finally {
      setChosen(null)
    }
  }
  return (
    <div className={layout.stack2}>
      <Checkbox
        label={m.ratings_hide()}
        hint={m.ratings_hide_hint()}
        checked={chosen ?? hidden}
        onChange={checked => void choose(checked)}
      />
      <FormError message={error} />
    </div>
  )
}
