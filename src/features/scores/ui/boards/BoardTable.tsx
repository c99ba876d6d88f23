import { memo, useRef } from 'react'
import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { type ShownStatus, StatusMark } from '#platform/ui/controls/StatusMark.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FlipAnimation } from '#platform/ui/FlipAnimation.ts'
import { useCachedHtml } from '#platform/ui/html-cache.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import { type ShownSize, smallest } from '#platform/ui/pictures/pictures.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import { RankBadge } from '#players/ui/RankBadge.tsx'
import styles from './BoardTable.module.css'

export type BoardTableRow = {
  _id: string
  userId: string
  username: string
  displayName: string
  scoreId: string
  value: number
  achievedAt: Date
  status: ShownStatus
  supporter: boolean
  picture?: { sizes: readonly ShownSize[] }
}

export type BoardTableProps = {
  /** What the table ranks, for screen readers: "Attack From Mars, all time". */
  caption: string
  /** Best first. */
  rows: readonly BoardTableRow[]
  /** The rank of each row, in the same order. */
  ranks: readonly number[]
  /** Id of the current user, whose row stays visible while the board scrolls. */
  ownUserId?: string | undefined
  /** The current user's row; shown below the table if it is not among `rows`. */
  ownRow?: { rank: number; row: BoardTableRow } | undefined
}

export function BoardTable({ caption, rows, ranks, ownUserId, ownRow }: BoardTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const ownRowBelow = ownRow && !rows.some(row => row.userId === ownRow.row.userId) ? ownRow : undefined
  return (
    <table className={layout.board}>
      <caption className={layout.hidden}>{caption}</caption>
      <thead className={layout.hidden}>
        <tr>
          <th scope="col">{m.ui_rank()}</th>
          <th scope="col">{m.ui_player()}</th>
          <th scope="col">{m.ui_score()}</th>
        </tr>
      </thead>
      <FlipAnimation list={body} rows={rows} />
      <tbody ref={body}>
        {rows.map((row, i) => (
          <Row key={row._id} row={row} rank={ranks[i] ?? i + 1} own={row.userId === ownUserId} />
        ))}
      </tbody>
      {ownRowBelow && (
        <tbody>
          <Row row={ownRowBelow.row} rank={ownRowBelow.rank} own />
        </tbody>
      )}
    </table>
  )
}

interface RowProps {
  row: BoardTableRow
  rank: number
  own: boolean
}

/** Rows that stay as they are when another one changes are not rendered again. */
const Row = memo((props: RowProps) => {
  const { row, own } = props
  const cells = useCachedHtml(Cells, props)
  return <tr className={cx(layout.boardRow, styles.row, own && styles.own)} data-row={row._id} data-mark={row.value} {...cells} />
})

function Cells({ row, rank, own }: RowProps) {
  return (
    <>
      <td className={styles.rank}>
        <RankBadge rank={rank} />
      </td>
      <th className={styles.player} scope="row">
        <span className={styles.room}>
          <span className={cx(layout.line2, styles.person)}>
            <span className={cx(layout.stack, styles.face)}>
              <Avatar name={row.displayName} picture={smallest(row.picture)} />
            </span>
            <span className={cx(layout.stack, styles.words)}>
              <PlayerLink className={cx(layout.link, layout.cover, styles.name)} username={row.username}>
                <span className={layout.oneLine}>{row.displayName}</span>
                {own && <span className={styles.you}>{` ${m.ui_you()}`}</span>}
              </PlayerLink>
              <span className={cx(layout.line2, styles.facts)}>
                <StatusMark status={row.status} compact />
                {row.supporter && (
                  <span className={styles.supporter} role="img" aria-label={m.ui_supporter()} title={m.ui_supporter()}>
                    <Icon name="star" />
                  </span>
                )}
                <TimeAgo at={row.achievedAt} />
              </span>
            </span>
          </span>
        </span>
      </th>
      <td className={styles.value}>
        <span className={cx(layout.glow, styles.glow)} data-glow="" />
        <Link className={styles.open} href={`/scores/${row.scoreId}`}>
          <ScoreValue value={row.value} size="row" />
        </Link>
      </td>
    </>
  )
}
