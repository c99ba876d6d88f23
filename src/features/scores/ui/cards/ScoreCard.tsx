import * as m from '#messages'
import { Icon } from '../../../../platform/ui/controls/Icon.tsx'
import { Link } from '../../../../platform/ui/controls/Link.tsx'
import { type ShownStatus, StatusMark } from '../../../../platform/ui/controls/StatusMark.tsx'
import { VisuallyHidden } from '../../../../platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '../../../../platform/ui/cx.ts'
import { plainNumber } from '../../../../platform/ui/format/ssr-format.ts'
import { Avatar } from '../../../../platform/ui/pictures/Avatar.tsx'
import type { ShownSize } from '../../../../platform/ui/pictures/pictures.ts'
import { Thumbnail } from '../../../../platform/ui/pictures/Thumbnail.tsx'
import { TimeAgo } from '../../../../platform/ui/time/TimeAgo.tsx'
import { MachineThumb, type ThumbFacts } from '../../../machines/ui/MachineThumb.tsx'
import { ScoreValue } from '../../../machines/ui/ScoreValue.tsx'
import { PlayerLink } from '../../../players/ui/PlayerLink.tsx'
import { RankBadge } from '../../../players/ui/RankBadge.tsx'
import { PersonalBestBadge } from './PersonalBestBadge.tsx'
import styles from './ScoreCard.module.css'

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
  /** Name of the event in which the score was submitted, if known. */
  eventName?: string | undefined
}

/** A score in a list of scores: the player, the machine and the value. A click anywhere on the card opens the score. */
export function ScoreCard({ score, rank, personalBest = false, fresh = false, machine = {}, eventName }: ScoreCardProps) {
  const photo = score.picture && (score.picture.sizes[1] ?? score.picture.sizes[0])
  const href = `/scores/${score._id}`
  return (
    <article className={cx(styles.card, fresh && styles.fresh, score.status === 'waiting' && styles.waiting, photo && styles.pictured)}>
      <Link className={styles.thumb} href={`/machines/${score.machineId}`} tabIndex={-1} aria-hidden="true">
        <MachineThumb name={score.machineName} {...machine} />
      </Link>
      <p className={styles.who}>
        <Avatar name={score.displayName} picture={score.avatar} size="s" />
        <PlayerLink className={styles.player} username={score.username}>
          <span>{score.displayName}</span>
        </PlayerLink>
      </p>
      <p className={styles.machine}>
        <VisuallyHidden>{`${m.scores_card_on()} `}</VisuallyHidden>
        <Link href={`/machines/${score.machineId}`}>{score.machineName}</Link>
      </p>
      <p className={styles.value}>
        {personalBest && <PersonalBestBadge kind="best" />}
        <Link className={styles.open} href={href}>
          <ScoreValue value={score.value} />
        </Link>
      </p>
      {photo !== undefined && (
        <span className={cx(styles.photo, !score.comment && styles.alone)}>
          {score.picture?.placeholder !== undefined && (
            <img className={styles.blur} src={score.picture.placeholder} alt="" aria-hidden="true" />
          )}
          <Thumbnail className={styles.shot} picture={photo} alt={m.scores_card_photo({ name: score.displayName })} />
        </span>
      )}
      {rank !== undefined && (
        <span className={styles.rank}>
          <RankBadge rank={rank} size="card" />
        </span>
      )}
      <p className={styles.meta}>
        <Count icon="heart" n={score.likes} label={m.scores_card_likes} />
        <Count icon="comment" n={score.comments} label={m.scores_card_comments} />
        <StatusMark status={score.status} compact={score.status === 'verified'} />
        <TimeAgo at={score.createdAt} />
        {score.eventId !== undefined && (
          <Link className={styles.event} href={`/events/${score.eventId}`}>
            <Icon name="event" />
            <span>{eventName ?? m.scores_card_event()}</span>
          </Link>
        )}
      </p>
      {score.comment && (
        <p className={styles.comment} dir="auto">
          {score.comment}
        </p>
      )}
    </article>
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
