import { MachineThumb, type ThumbFacts } from '#machines/ui/MachineThumb.tsx'
import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { type ShownStatus, StatusMark } from '#platform/ui/controls/StatusMark.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { ordinal, plainNumber } from '#platform/ui/format/ssr-format.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import type { ShownSize } from '#platform/ui/pictures/pictures.ts'
import { Thumbnail } from '#platform/ui/pictures/Thumbnail.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import { RankBadge } from '#players/ui/RankBadge.tsx'
import styles from './ScoreCard.module.css'
import { ScoreRibbon } from './ScoreRibbon.tsx'

/** the ranks that have a medal */
const MEDALS = 3
/** a value with more digits is written smaller in a narrow list */
const LONG_DIGITS = 10

export type CardScore = {
  _id: string
  username: string
  displayName: string
  machineId: string
  machineName: string
  value: number
  achievedAt: Date
  createdAt: Date
  status: ShownStatus
  /** why the score is void */
  voidReason?: string
  comment?: string
  likes: number
  comments: number
  /** The event in which the score was submitted. */
  eventId?: string
  /** Picture of the player. */
  avatar?: ShownSize
  /** Picture of the score. */
  picture?: { sizes: readonly ShownSize[]; placeholder?: string }
}

export type ScoreCardProps = {
  score: CardScore
  /** Rank on the machine's board, if known. */
  rank?: number | undefined
  personalBest?: boolean
  /** True if the score arrived while the page was open; the card then glows once. */
  fresh?: boolean
  /** The machine's facts from the catalogue, for its thumbnail. */
  machine?: ThumbFacts | undefined
  /** Name of the event in which the score was submitted, if known; null: the list is the event's own, and the card leaves it out. */
  eventName?: string | null | undefined
}

/**
 * A score in a list of scores, in two lines: the player, the machine and the value. A click anywhere on the card opens the score. How it is
 * laid out depends on the width of the list.
 */
export function ScoreCard({ score, rank, personalBest = false, fresh = false, machine = {}, eventName }: ScoreCardProps) {
  const photo = score.picture && (score.picture.sizes[1] ?? score.picture.sizes[0])
  const href = `/scores/${score._id}`
  return (
    <article className={cx(styles.card, fresh && styles.fresh, score.status === 'waiting' && styles.waiting)}>
      <Link className={styles.thumb} href={`/machines/${score.machineId}`} tabIndex={-1} aria-hidden="true">
        <MachineThumb name={score.machineName} size="s" {...machine} />
      </Link>
      <p className={cx(layout.line2, styles.who)}>
        <span className={styles.face}>
          <Avatar name={score.displayName} picture={score.avatar} size="s" />
        </span>
        <PlayerLink className={styles.player} username={score.username}>
          <span className={cx(layout.oneLine, styles.name)}>{score.displayName}</span>
        </PlayerLink>
      </p>
      <p className={cx(layout.line2, layout.muted, styles.facts)}>
        <span className={styles.machine}>
          <VisuallyHidden>{`${m.scores_card_on()} `}</VisuallyHidden>
          <Link className={cx(layout.oneLine, styles.name)} href={`/machines/${score.machineId}`}>
            {score.machineName}
          </Link>
        </span>
        {score.eventId !== undefined && eventName !== null && (
          <Link className={cx(layout.link, styles.event)} href={`/events/${score.eventId}`}>
            <Icon name="event" />
            <span>{eventName ?? m.scores_card_event()}</span>
          </Link>
        )}
        <StatusMark status={score.status} compact={score.status !== 'waiting' && score.status !== 'void'} />
        <Count icon="heart" n={score.likes} label={m.scores_card_likes} />
        <Count icon="comment" n={score.comments} label={m.scores_card_comments} />
      </p>
      {(personalBest || rank !== undefined) && (
        <p className={cx(layout.line2, styles.merits)}>
          {personalBest && (
            <span className={styles.ribbon}>
              <ScoreRibbon kind="best" />
            </span>
          )}
          {rank !== undefined && <PlaceHere rank={rank} />}
        </p>
      )}
      {photo !== undefined && (
        <span className={styles.photo}>
          {score.picture?.placeholder !== undefined && (
            <img className={styles.blur} src={score.picture.placeholder} alt="" aria-hidden="true" />
          )}
          <Thumbnail className={styles.shot} picture={photo} alt={m.scores_card_photo({ name: score.displayName })} />
        </span>
      )}
      <p className={cx(styles.value, String(score.value).length > LONG_DIGITS && styles.long)}>
        <Link className={cx(layout.cover, styles.open)} href={href}>
          <ScoreValue value={score.value} />
        </Link>
      </p>
      <p className={styles.time}>
        <TimeAgo at={score.createdAt} />
      </p>
      {(score.voidReason !== undefined || score.comment) && (
        <p className={cx(layout.quiet, styles.comment)} dir="auto">
          {score.voidReason !== undefined && (
            <span className={styles.voidReason}>{m.ui_status_reason({ status: m.ui_status_void(), reason: score.voidReason })}</span>
          )}
          {score.comment}
        </p>
      )}
    </article>
  )
}

/** The player's place on the machine's board, "3rd here": a medal for the first three, and where there is room the words. */
function PlaceHere({ rank }: { rank: number }) {
  return (
    <span className={styles.place}>
      <span className={rank > MEDALS ? styles.ordinal : undefined} aria-hidden="true">
        {rank > MEDALS ? ordinal(rank) : <RankBadge rank={rank} size="text" />}
      </span>
      <span className={styles.nth}>{m.scores_card_here({ nth: ordinal(rank) })}</span>
    </span>
  )
}

function Count({ icon, n, label }: { icon: 'heart' | 'comment'; n: number; label: (inputs: { count: number }) => string }) {
  if (n === 0) return null
  return (
    <span className={styles.count}>
      <Icon name={icon} />
      {plainNumber(n)}
      <VisuallyHidden>{` ${label({ count: n })}`}</VisuallyHidden>
    </span>
  )
}
